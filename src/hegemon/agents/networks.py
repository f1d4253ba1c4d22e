"""The networks that agents name in their settings."""

from __future__ import annotations

from typing import TypeVar

from hegemon._core import PolicyValueNet
from hegemon.errors import AgentError, NetError
from hegemon.game import AnyGame, Game
from hegemon.nets import ClassicNet, Net, load_net, net_names

DEFAULT = "soares2025"
N = TypeVar("N", Net, ClassicNet)


def network(name: str, agent: str, kind: type[N]) -> N:
    """The network that an agent's setting ``net`` names; an AgentError says what to do if there is none."""
    try:
        return load_net(name, kind)
    except NetError as error:
        have = f"the package has {', '.join(net_names())}" if net_names() else "the package has none yet"
        raise AgentError(
            f"agent {agent} needs a network: {error}; set net to a file, e.g. {agent}(net=path/to/my.safetensors), "
            f"or to the name of a network in the package ({have})"
        ) from None


def on_map(net: Net | None, game: AnyGame) -> PolicyValueNet | None:
    """The network on the map of a game that begins, for the searches of the core."""
    if net is None:
        return None
    if not isinstance(game, Game):
        raise AgentError(f"networks judge positions of the simultaneous game only, not of {game}")
    return net.core(game)
