#include "nets/graph.hpp"

namespace hegemon::nets {
namespace {

void add_group(Graph& graph, const Group& group) {
  for (const Territory territory : group.members) {
    graph.group_members.rows.push_back(static_cast<std::int32_t>(graph.member_territory.size()));
    graph.member_territory.push_back(territory);
    graph.member_group.push_back(graph.groups);
    for (const Territory other : group.members) graph.members.rows.push_back(other);
    graph.members.close();
  }
  graph.group_members.close();
  graph.group_weights.push_back(static_cast<float>(group.value) / static_cast<float>(group.members.size()));
  ++graph.groups;
}

void add_territory(Graph& graph, const Map& map, int territory) {
  for (const Territory neighbour : map.neighbours(territory)) graph.links.rows.push_back(neighbour);
  graph.links.close();
  for (std::size_t member = 0; member < graph.member_territory.size(); ++member) {
    if (graph.member_territory[member] != territory) continue;
    const std::int32_t group = graph.member_group[member];
    graph.shares.rows.push_back(group);
    graph.shares.weights.push_back(graph.group_weights[static_cast<std::size_t>(group)]);
  }
  graph.shares.close();
  graph.mean.rows.push_back(territory);
  graph.mean.weights.push_back(1.0f / static_cast<float>(map.size()));
}

}  // namespace

Graph::Graph(const Map& map) : territories(map.size()), groups(0) {
  for (const Group& group : map.groups()) {
    if (!group.members.empty()) add_group(*this, group);
  }
  for (int territory = 0; territory < territories; ++territory) add_territory(*this, map, territory);
  mean.close();
}

}  // namespace hegemon::nets
