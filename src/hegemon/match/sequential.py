"""A sequential test (SPRT) of the agents of a series."""

from __future__ import annotations

from typing import TYPE_CHECKING

from hegemon.match.series import Score

if TYPE_CHECKING:
    from hegemon.statistics import Sprt


class SequentialTest:
    """A sequential test of the first agent against the second, updated after every block."""

    def __init__(self, sprt: Sprt) -> None:
        self.sprt, self.run, self.blocks = sprt, sprt.start(), 0

    def enough(self, score: Score) -> bool:
        whole = score.block_scores(0)
        for value in whole[self.blocks :]:
            self.run.count(value)
        fresh, self.blocks = len(whole) > self.blocks, len(whole)
        return fresh and self.decided is not None

    @property
    def decided(self) -> str | None:
        return self.run.result.decision

    def to_json(self) -> dict[str, object]:
        found = self.run.result
        return {
            "sprt": {
                "elo0": self.sprt.elo0,
                "elo1": self.sprt.elo1,
                "alpha": self.sprt.alpha,
                "beta": self.sprt.beta,
                "llr": found.llr,
                "bounds": [found.lower, found.upper],
                "decision": found.decision,
                "blocks": self.blocks,
            }
        }

    def __str__(self) -> str:
        found = self.run.result
        elo0, elo1 = f"{self.sprt.elo0:g}", f"{self.sprt.elo1:g}"
        says = {
            "elo1": f"the first agent is stronger: {elo1} Elo accepted against {elo0}",
            "elo0": f"the first agent is not that much stronger: {elo0} Elo accepted against {elo1}",
            None: f"undecided between {elo0} and {elo1} Elo; more games are needed",
        }
        bounds = f"log-likelihood ratio {found.llr:.2f}, bounds {found.lower:.2f} and {found.upper:.2f}"
        return f"SPRT after {self.blocks} block{'s' * (self.blocks != 1)}: {says[found.decision]} ({bounds})"
