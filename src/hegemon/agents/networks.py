"""The networks that agents name in their settings."""

from __future__ import annotations

from typing import TypeVar

from hegemon.errors import AgentError, NetError
from hegemon.game import ClassicGame, Game, SimultaneousGame
from hegemon.nets import ClassicNet, SimultaneousNet, load_net

DEFAULT = "soares2025"
N = TypeVar("N", SimultaneousNet, ClassicNet)


def network(name: str, agent: str, kind: type[N]) -> N:
    """Load the network of an agent's setting ``net``; an AgentError says what to do if there is none."""
    try:
        return load_net(name, kind)
    except NetError as error:
        raise AgentError(
            f"agent {agent} cannot use net={name}: {error}; net is the name of a network in the package or a file, "
            f"e.g. {agent}(net=path/to/my.safetensors)"
        ) from None


def require_asked(name: str, asked: bool, hint: str) -> None:
    """Raise an AgentError if the setting ``net`` has no effect with the other settings."""
    if name != DEFAULT and not asked:
        raise AgentError(f"agent {hint}; otherwise net={name} is not used")


def require_simultaneous(game: Game, agent: str) -> SimultaneousGame:
    """The game, or an AgentError if it is of the classic family."""
    if not isinstance(game, SimultaneousGame):
        raise AgentError(f"agent {agent} plays the simultaneous family only")
    return game


def require_fit(net: ClassicNet, game: Game, agent: str) -> None:
    """Raise an AgentError if a network cannot evaluate positions of the game."""
    if not isinstance(game, ClassicGame):
        raise AgentError(f"agent {agent} plays the classic family only")
    try:
        net.core(game)
    except NetError as error:
        raise AgentError(f"agent {agent}: {error}") from None
