"""Our policy-value network for the classic game in torch: for training and for export. Needs the extra ``learn``.

Its twin for playing is core/nets/architectures/classic_graph.cpp. The weights fit every map and 2 to 6 seats.
"""

# mypy: allow-subclassing-any
from __future__ import annotations

from collections.abc import Sequence
from typing import Self

import numpy as np
import torch
from torch import Tensor, nn

from hegemon.game import ClassicGame
from hegemon.nets.architectures import (
    ACTION,
    KINDS,
    POLICY,
    ROUNDS,
    SEAT,
    TERRITORY,
    WHOLE,
    WIDTH,
    WITH_SOURCE,
)
from hegemon.nets.classic_encode import links_of
from hegemon.nets.torch.attention import Attention, Neighbourhood
from hegemon.nets.torch.classic import ClassicTwin, rows_at, values_of_chances

PHASES, SEATS, SEAT_NUMBERS = 7, 6, 5


class Round(nn.Module):
    """One round: attention to the neighbours, with the mean of all territories as context."""

    def __init__(self, width: int, dropout: float) -> None:
        super().__init__()
        self.context = nn.Linear(width, width)
        self.attention = Attention(width, width, dropout)

    def forward(self, x: Tensor, near: Neighbourhood) -> Tensor:
        heard = x + self.context(x.mean(dim=1, keepdim=True))
        return x + torch.relu(self.attention(heard, near))


class Value(nn.Module):
    """A score for every seat, from its own territories, all territories and the global features."""

    def __init__(self, width: int, hidden: int) -> None:
        super().__init__()
        self.seat = nn.Linear(width + SEAT, hidden)
        self.whole = nn.Linear(width + WHOLE, hidden, bias=False)
        self.out = nn.Linear(hidden, 1)

    def forward(self, x: Tensor, owners: Tensor, globals: Tensor, whole: Tensor, seats: int) -> Tensor:
        own = torch.einsum("bns,bnd->bsd", owners[..., :seats], x) / x.shape[1]
        numbers = globals[:, PHASES : PHASES + seats * SEAT_NUMBERS].view(-1, seats, SEAT_NUMBERS)
        places = torch.eye(SEATS, device=x.device)[:seats].expand(x.shape[0], -1, -1)
        hidden = self.seat(torch.cat([own, numbers, places], dim=-1)) + self.whole(whole).unsqueeze(1)
        scores: Tensor = self.out(torch.relu(hidden)).squeeze(-1)
        return scores.masked_fill(numbers[..., SEAT_NUMBERS - 1] == 0, -1e30)


class Head(nn.Module):
    """Logits of the actions of one kind."""

    def __init__(self, width: int, hidden: int, with_source: bool) -> None:
        super().__init__()
        self.target = nn.Linear(width, hidden, bias=False)
        self.source = nn.Linear(width, hidden, bias=False) if with_source else None
        self.deed, self.out = nn.Linear(ACTION, hidden), nn.Linear(hidden, 1)

    def forward(self, x: Tensor, action_features: Tensor, numbers: Tensor, positions: Tensor) -> Tensor:
        hidden = self.deed(numbers) + rows_at(self.target(x), positions, action_features[:, 2])
        if self.source is not None:
            hidden = hidden + rows_at(self.source(x), positions, action_features[:, 1])
        logits: Tensor = self.out(torch.relu(hidden)).squeeze(-1)
        return logits


class Passing(nn.Module):
    def __init__(self, width: int, hidden: int) -> None:
        super().__init__()
        self.whole, self.out = nn.Linear(width + WHOLE, hidden), nn.Linear(hidden, 1)

    def forward(self, whole: Tensor) -> Tensor:
        logits: Tensor = self.out(torch.relu(self.whole(whole))).squeeze(-1)
        return logits


class ClassicGraph(ClassicTwin):
    """The graph network of the classic game; `on` selects another game."""

    architecture = "classic-graph"
    inputs = ("territories", "globals", "action_features", "numbers", "positions")

    def __init__(
        self,
        game: ClassicGame,
        width: int = WIDTH,
        rounds: int = ROUNDS,
        policy: int = POLICY,
        dropout: float = 0.0,
    ) -> None:
        super().__init__()
        self._nears: dict[ClassicGame, Neighbourhood] = {}
        self.input = nn.Linear(TERRITORY, width)
        self.input_of_whole = nn.Linear(WHOLE, width, bias=False)
        self.rounds = nn.ModuleList([Round(width, dropout) for _ in range(rounds)])
        self.value = Value(width, width)
        heads: dict[str, nn.Module] = {kind: Head(width, policy, kind in WITH_SOURCE) for kind in KINDS}
        self.policy = nn.ModuleDict({"passing": Passing(width, policy)} | heads)
        self.on(game)

    def on(self, game: ClassicGame) -> Self:
        self.game = game
        if game not in self._nears:
            offsets, heard = links_of(game)
            n = len(game.map.territories)
            self._nears[game] = Neighbourhood(offsets, heard, np.arange(n, dtype=np.int32), n)
        self.near = self._nears[game].to(self.input.weight.device)
        return self

    def body(self, territories: Tensor, globals: Tensor) -> Tensor:
        """[B, n, 24] and [B, 52] to [B, n, width]."""
        x = torch.relu(self.input(territories) + self.input_of_whole(globals).unsqueeze(1))
        for step in self.rounds:
            x = step(x, self.near)
        return x

    def read(self, territories: Tensor, globals: Tensor) -> tuple[Tensor, Tensor]:
        """Features of each territory, and of the whole position."""
        x = self.body(territories, globals)
        return x, torch.cat([x.mean(dim=1), globals], dim=-1)

    def scores(
        self, territories: Tensor, globals: Tensor, action_features: Tensor, numbers: Tensor, positions: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Scores [B, seats], whose softmax is the winning probabilities in rotated order, and logits [M]."""
        x, whole = self.read(territories, globals)
        logits = self.policy["passing"](whole)[positions]
        for number, kind in enumerate(KINDS, start=1):
            here = self.policy[kind](x, action_features, numbers, positions)
            logits = torch.where(action_features[:, 0] == number, here, logits)
        return self.value(x, territories[..., :SEATS], globals, whole, self.game.seats), logits

    def forward(
        self, territories: Tensor, globals: Tensor, action_features: Tensor, numbers: Tensor, positions: Tensor
    ) -> tuple[Tensor, Tensor]:
        """Values [B, seats] in rotated order and logits [M]."""
        scores, logits = self.scores(territories, globals, action_features, numbers, positions)
        return values_of_chances(torch.softmax(scores, dim=-1), self.game.seats), logits

    def teach(self, arguments: Sequence[Tensor], chances: Tensor) -> tuple[Tensor, Tensor]:
        territories, globals, action_features, numbers, positions = arguments
        x, whole = self.read(territories, globals)
        logits = self.policy["passing"](whole)[positions]
        for number, kind in enumerate(KINDS, start=1):  # as in scores, but each head sees only its own actions
            rows = torch.nonzero(action_features[:, 0] == number).squeeze(1)
            if len(rows):
                here = self.policy[kind](x, action_features[rows], numbers[rows], positions[rows])
                logits = logits.index_copy(0, rows, here)
        # Impossible entries have a score of -1e30, and probability 0.
        scores = self.value(x, territories[..., :SEATS], globals, whole, self.game.seats)
        return -(chances * torch.log_softmax(scores, dim=-1).clamp(min=-30)).sum(), logits
