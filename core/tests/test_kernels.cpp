// The kernels against the formulas, in double precision, for all kinds of processors.
#include <gtest/gtest.h>

#include <algorithm>

#include "nets/layers/attention.hpp"
#include "nets_helpers.hpp"

namespace hegemon::nets {
namespace {

double activated(double x, Activation activation) {
  switch (activation) {
    case Activation::none: return x;
    case Activation::relu: return std::max(x, 0.0);
    case Activation::tanh: return std::tanh(x);
    case Activation::sigmoid: return 1.0 / (1.0 + std::exp(-x));
  }
  return 0;
}

Matrix random_matrix(Random& random, int rows, int width) {
  Matrix matrix(rows, width);
  for (int row = 0; row < rows; ++row) {
    const auto values = random_floats(random, static_cast<std::size_t>(width), 2.0f);
    std::copy(values.begin(), values.end(), matrix.row(row));
  }
  return matrix;
}

double applied(const DenseWeights& dense, const float* in, int output) {
  double sum = dense.bias[static_cast<std::size_t>(output)];
  for (int k = 0; k < dense.inputs; ++k) sum += static_cast<double>(dense.at(output, k)) * in[k];
  return sum;
}

TEST(Kernels, LinearIsTheFormulaForAllShapes) {
  Random random(1);
  for (const Kernels* kernels : all_kernels()) {
    for (const auto& [inputs, outputs] : {std::pair{1, 1}, {5, 20}, {20, 60}, {40, 80}, {7, 17}, {65, 60}, {3, 16}}) {
      for (const int rows : {1, 2, 3, 5, 6, 7, 12, 13}) {
        const DenseWeights dense = random_dense(random, inputs, outputs, 0.5f);
        Matrix in = random_matrix(random, rows, inputs), out(rows, outputs);
        Linear(dense).run(*kernels, in.rows(), rows, out.rows(), Activation::relu);
        for (int row = 0; row < rows; ++row) {
          for (int i = 0; i < outputs; ++i) {
            const double truth = activated(applied(dense, in.row(row), i), Activation::relu);
            ASSERT_NEAR(out.row(row)[i], truth, 1e-4) << kernels->name << " " << inputs << "x" << outputs;
          }
        }
      }
    }
  }
}

TEST(Kernels, ActivationsAreAccurateEverywhere) {
  for (const Kernels* kernels : all_kernels()) {
    for (const Activation activation : {Activation::tanh, Activation::sigmoid, Activation::none}) {
      for (double x = -40.0; x < 40.0; x += 0.037) {
        for (const double scale : {1.0, 1e-3, 1e-6, 1e3}) {
          const auto at = static_cast<float>(x * scale);
          const DenseWeights same{1, 1, {1.0f}, {0.0f}};
          Matrix in(1, 1), out(1, 1);
          *in.row(0) = at;
          Linear(same).run(*kernels, in.rows(), 1, out.rows(), activation);
          const double truth = activated(at, activation);
          ASSERT_NEAR(*out.row(0), truth, 1e-6 * std::abs(truth) + 1e-37) << kernels->name << " of " << at;
        }
      }
    }
  }
}

// One listener's attention, straight from the formulas at the top of attention.hpp.
std::vector<double> attention(const Tensors& tensors, int outputs, Matrix& x, int self, const std::vector<int>& heard) {
  const auto dense = [&](const char* part) {
    WeightReader reader(tensors);
    const auto& shape = tensors.at(std::string("a.") + part + ".weight").shape;
    return reader.take_linear(std::string("a.") + part, shape[1], shape[0], std::string(part) != "gate");
  };
  const DenseWeights query = dense("query"), key = dense("key"), value = dense("value"), skip = dense("skip");
  std::vector<double> shares, message(static_cast<std::size_t>(outputs)), result;
  double total = 0;
  for (const int other : heard) {
    double product = 0;
    for (int i = 0; i < outputs; ++i) product += applied(query, x.row(self), i) * applied(key, x.row(other), i);
    shares.push_back(std::exp(product / std::sqrt(outputs)));
    total += shares.back();
  }
  double gate = 0;
  const DenseWeights weights = dense("gate");
  for (int i = 0; i < outputs; ++i) {
    const auto at = static_cast<std::size_t>(i);
    for (std::size_t j = 0; j < heard.size(); ++j)
      message[at] += shares[j] / total * applied(value, x.row(heard[j]), i);
    const double own = applied(skip, x.row(self), i);
    gate += weights.at(0, i) * message[at] + weights.at(0, outputs + i) * own +
            weights.at(0, 2 * outputs + i) * (message[at] - own);
  }
  const double beta = activated(gate, Activation::sigmoid);
  for (int i = 0; i < outputs; ++i) {
    result.push_back(beta * applied(skip, x.row(self), i) + (1 - beta) * message[static_cast<std::size_t>(i)]);
  }
  return result;
}

TEST(Kernels, AttentionIsTheFormulaForFewAndManyNeighboursAndForNone) {
  const std::vector<std::vector<int>> heard{
      {1}, {}, {0, 1, 2, 3}, {4, 3, 2, 1, 0}, {5, 6, 7, 0, 1, 2, 3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8}, {6, 6}};
  const std::vector<std::int32_t> self{3, 2, 0, 5, 8, 8, 1};
  OwnedLists lists;
  for (const auto& list : heard) {
    lists.rows.insert(lists.rows.end(), list.begin(), list.end());
    lists.close();
  }
  constexpr int kRows = 9, kCopies = 3;
  for (const Kernels* kernels : all_kernels()) {
    for (const auto& [inputs, outputs] : {std::pair{20, 20}, {40, 20}, {40, 60}, {3, 7}, {50, 9}, {16, 8}}) {
      Random random(static_cast<std::uint64_t>(inputs + outputs));
      Tensors tensors;
      add_attention(tensors, random, "a", inputs, outputs);
      WeightReader reader(tensors);
      const Attention layer(reader, "a", inputs, outputs);
      reader.finish();
      Matrix x = random_matrix(random, kRows * kCopies, inputs), projected(kRows * kCopies, layer.columns());
      Matrix out(static_cast<int>(heard.size()) * kCopies, outputs);
      Linear(layer.projection()).run(*kernels, x.rows(), kRows * kCopies, projected.rows(), Activation::none);
      layer.run(*kernels,
                {lists.lists(), self.data(), kCopies, kRows, x.rows(), projected.rows(), out.rows(), Activation::none});
      for (int copy = 0; copy < kCopies; ++copy) {
        for (std::size_t i = 0; i < heard.size(); ++i) {
          std::vector<int> rows = heard[i];
          for (int& row : rows) row += copy * kRows;
          const auto truth = attention(tensors, outputs, x, copy * kRows + self[i], rows);
          const float* row = out.row(copy * static_cast<int>(heard.size()) + static_cast<int>(i));
          for (int at = 0; at < outputs; ++at) ASSERT_NEAR(row[at], truth[static_cast<std::size_t>(at)], 2e-5);
        }
      }
    }
  }
}

TEST(Kernels, GatherAddsUpRowsWithTheirWeights) {
  const std::vector<std::int32_t> offsets{0, 3, 3, 4}, rows{2, 0, 2, 1};
  const std::vector<float> weights{0.5f, 2.0f, 1.0f, -3.0f};
  for (const Kernels* kernels : all_kernels()) {
    for (const int width : {1, 8, 20, 37}) {
      Random random(3);
      Matrix in = random_matrix(random, 6, width), out = random_matrix(random, 6, width), before = out;
      kernels->gather({{3, offsets.data(), rows.data()}, weights.data(), 2, 3, in.rows(), width, out.rows(), true});
      for (int i = 0; i < width; ++i) {
        EXPECT_NEAR(out.row(0)[i], before.row(0)[i] + 1.5f * in.row(2)[i] + 2.0f * in.row(0)[i], 1e-5);
        EXPECT_EQ(out.row(1)[i], before.row(1)[i]);
        EXPECT_NEAR(out.row(5)[i], before.row(5)[i] - 3.0f * in.row(4)[i], 1e-5);
      }
      kernels->gather({{3, offsets.data(), nullptr}, nullptr, 1, 6, in.rows(), width, out.rows(), false});
      for (int i = 0; i < width; ++i) {
        EXPECT_NEAR(out.row(0)[i], in.row(0)[i] + in.row(1)[i] + in.row(2)[i], 1e-5);
        EXPECT_EQ(out.row(1)[i], 0.0f);
        EXPECT_EQ(out.row(2)[i], in.row(3)[i]);
      }
    }
  }
}

TEST(Kernels, CombineAddsTwoRowsAndAMultipleOfAThird) {
  for (const Kernels* kernels : all_kernels()) {
    Random random(4);
    Matrix in = random_matrix(random, 3, 20), out(1, 20);
    const Term term{in.row(0), in.row(1), in.row(2), 2.5f};
    kernels->combine(&term, 1, 20, out.rows(), Activation::relu);
    for (int i = 0; i < 20; ++i) {
      EXPECT_NEAR(out.row(0)[i], std::max(in.row(0)[i] + in.row(1)[i] + 2.5f * in.row(2)[i], 0.0f), 1e-5);
    }
  }
}

}  // namespace
}  // namespace hegemon::nets
