"""Agents given as Python objects: an agent, or a class or function that makes one for every game."""

from __future__ import annotations

import hashlib
import inspect
from collections.abc import Callable, Iterable
from dataclasses import asdict, is_dataclass
from types import CodeType
from typing import TypeAlias, cast

from hegemon.agents.base import VERBS, Agent
from hegemon.errors import AgentError

AgentLike: TypeAlias = "str | Agent | Callable[[], Agent]"
"""A spec, an agent, or a class or function without arguments that makes an agent for every game."""
HOW = "an agent is a spec such as 'random' or 'my_agent.py:Bold', an object with begin and plan (or act), or its class"


def require_agent(agent: object) -> None:
    """Raise an AgentError that says what is missing, if this is no agent."""
    if isinstance(agent, str):
        return
    if not callable(getattr(agent, "begin", None)):
        if callable(agent) and not inspect.isclass(agent):
            return  # a function that makes one
        raise AgentError(f"{agent!r:.60} is no agent (it has no method begin); {HOW}")
    if not any(callable(getattr(agent, verb, None)) for verb in VERBS.values()):
        raise AgentError(f"{agent!r:.60} is no agent (it has neither plan nor act); {HOW}")


def require_agents(agents: Iterable[object]) -> tuple[AgentLike, ...]:
    """The agents of a game as a tuple; an AgentError names the first that is none, or plays two seats."""
    if isinstance(agents, str):
        raise AgentError(f"agents are given as a list, e.g. [{agents!r}, 'random']")
    if not isinstance(agents, Iterable):
        raise AgentError(f"agents are given as a list, e.g. ['heuristic', 'random'], not as {agents!r:.40}")
    found = tuple(agents)
    for at, agent in enumerate(found):
        require_agent(agent)
        if is_object(agent) and any(agent is other for other in found[:at]):
            raise AgentError(f"{agent!r:.60} cannot play two seats at once: give its class, or two objects")
    return cast("tuple[AgentLike, ...]", found)


def is_object(agent: object) -> bool:
    """Whether this is an agent itself, neither a spec nor what makes one."""
    return not isinstance(agent, str) and not inspect.isclass(agent) and callable(getattr(agent, "begin", None))


def object_for_game(agent: Agent | Callable[[], Agent]) -> Agent:
    """The agent of the next game: the object itself, or a new one."""
    if is_object(agent):
        return cast(Agent, agent)
    make = cast("Callable[[], Agent]", agent)
    made = make()
    if not is_object(made):
        raise AgentError(f"{agent!r:.60} made {made!r:.60}, which is no agent; {HOW}")
    return made


def agent_name(agent: AgentLike) -> str:
    """A spec, or the name of a class or function."""
    if isinstance(agent, str):
        return agent
    name = str(getattr(agent, "__name__", ""))
    return name if name.isidentifier() else type(object_for_game(agent)).__name__  # a lambda is no name


def object_settings(agent: Agent | Callable[[], Agent]) -> dict[str, object]:
    """What tells an agent from others of its name: its code, its settings, and the arguments that it keeps."""
    made = object_for_game(agent)
    cls = type(made)
    settings = getattr(made, "settings", None)
    found = asdict(settings) if is_dataclass(settings) and not isinstance(settings, type) else {}
    for name in inspect.signature(cls).parameters:
        value = getattr(made, name, None)
        if value is None or isinstance(value, bool | int | float | str):
            found[name] = value
    return {**found, "code": _code_hash(cls)}


def _code_hash(cls: type) -> str:
    """16 hex digits of the source of a class, or of its compiled functions if the source is not known."""
    try:
        text = inspect.getsource(cls).encode()
    except (OSError, TypeError):
        functions = [getattr(value, "__code__", None) for value in vars(cls).values()]
        text = b"".join(code.co_code + _constants(code) for code in functions if isinstance(code, CodeType))
    return hashlib.sha256(text).hexdigest()[:16]


def _constants(code: CodeType) -> bytes:
    return repr([value for value in code.co_consts if isinstance(value, bool | int | float | str | bytes)]).encode()
