"""WHO plays: the Agent protocol, the agents, and the registry of spec strings."""

from hegemon.agents.base import Agent, Clock
from hegemon.agents.registry import REGISTRY, make_agent

__all__ = ["REGISTRY", "Agent", "Clock", "make_agent"]
