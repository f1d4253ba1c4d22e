"""Agents: the Agent protocol, the agents, and the registry of spec strings."""

from hegemon._fields import Range
from hegemon.agents.base import VERBS, Agent, Clock, ask, end_game
from hegemon.agents.own import AgentLike, agent_name
from hegemon.agents.registry import REGISTRY, Entry, is_registered, make_agent

__all__ = [
    "REGISTRY",
    "VERBS",
    "Agent",
    "AgentLike",
    "Clock",
    "Entry",
    "Range",
    "agent_name",
    "ask",
    "end_game",
    "is_registered",
    "make_agent",
]
