"""Gymnasium vector environments: thousands of games stepped together by the core. Needs the extra ``envs``."""

# mypy: allow-subclassing-any
from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from hegemon import _core
from hegemon.envs.episodes import HIGH, LOW, STEPS_PER_TURN, VectorCore, make_episode, require_game, turn_limit
from hegemon.envs.single import MapLike, RulesLike
from hegemon.errors import GameError
from hegemon.game import ClassicGame, Game, SimultaneousGame

_MODES = {
    AutoresetMode.NEXT_STEP: "next_step",
    AutoresetMode.SAME_STEP: "same_step",
    AutoresetMode.DISABLED: "disabled",
}


class HegemonVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """Many games of one kind, on `threads` threads of the core.

    With ``opponents="random"`` the agent plays one seat of every game, ``seat`` or one that is drawn for every game.
    With ``opponents=None`` it decides for every seat: a row belongs to the seat in ``info["mover"]``, and so does the
    reward of the step. ``copy=False`` returns the core's own buffers, which the next step overwrites. The action -1 is
    a random legal one.
    """

    metadata: dict[str, Any] = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self,
        game: Game,
        num_envs: int = 1,
        opponents: Literal["random"] | None = "random",
        seat: int | None = None,
        max_turns: int | None = None,
        threads: int = 1,
        autoreset_mode: str | AutoresetMode = AutoresetMode.NEXT_STEP,
        copy: bool = True,
        render_mode: str | None = None,
    ) -> None:
        require_game(game)
        if not (opponents is None or (isinstance(opponents, str) and opponents == "random")):
            raise GameError(
                f"opponents of a vector environment are 'random' or None (the learner decides for every seat), not "
                f"{opponents!r:.40}; gymnasium.make_vec(.., vectorization_mode='sync') plays against any agents"
            )
        if render_mode is not None:
            raise GameError("a vector environment has no render mode")
        if seat is not None:
            game.require_seat(seat)
        self.game, self.num_envs, self.copy, self.render_mode = game, num_envs, copy, None
        self.autoreset_mode = _autoreset(autoreset_mode)
        self.metadata = {**type(self).metadata, "autoreset_mode": self.autoreset_mode}
        self.core = _core_env(game, num_envs, opponents, seat, max_turns, threads, _MODES[self.autoreset_mode])
        self.single_observation_space = spaces.Box(LOW, HIGH, (self.core.width,), np.float32)
        self.single_action_space = spaces.Discrete(self.core.actions)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        core, self._everywhere = self.core, np.ones(num_envs, np.bool_)
        self._observations, self._masks = core.observations, core.masks
        self._rewards, self._terminated, self._truncated = core.rewards, core.terminated, core.truncated
        self._illegal, self._movers, self._winners = core.illegal, core.movers, core.winners

    def reset(
        self, *, seed: int | Sequence[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """New games everywhere, or, with the autoreset mode DISABLED, where ``options["reset_mask"]`` says so."""
        chosen = self._chosen(options or {})
        super().reset(seed=seed if isinstance(seed, int | np.integer) else None)
        seeds = self._seeds(seed)
        try:
            self.core.reset(seeds, chosen)
        except ValueError as error:
            raise GameError(str(error)) from None
        return self._kept(self._observations), self._info()

    def _chosen(self, options: dict[str, Any]) -> NDArray[np.bool_] | None:
        """The games that ``reset_mask`` chooses; None is all of them."""
        unknown = [str(name) for name in options if name != "reset_mask"]
        if unknown:
            raise GameError(f"reset has no option {', '.join(unknown):.60}; its only one is reset_mask")
        if options.get("reset_mask") is None:
            return None
        if self.autoreset_mode is not AutoresetMode.DISABLED:
            mode = self.autoreset_mode.name
            raise GameError(
                f"reset_mask is for autoreset_mode=DISABLED; with {mode} games that end begin anew by themselves"
            )
        chosen = np.asarray(options["reset_mask"])
        if chosen.dtype != np.bool_ or chosen.shape != (self.num_envs,):
            raise GameError(
                f"reset_mask is an array of {self.num_envs} truth values, not {options['reset_mask']!r:.40}"
            )
        return np.ascontiguousarray(chosen)

    def _seeds(self, seed: int | Sequence[int | None] | None) -> NDArray[np.uint64]:
        drawn: NDArray[np.uint64] = self.np_random.integers(2**63, size=self.num_envs, dtype=np.uint64)
        if seed is None:
            return drawn
        if isinstance(seed, int | np.integer):
            return np.uint64(seed) + np.arange(self.num_envs, dtype=np.uint64)
        if isinstance(seed, str) or len(seed) != self.num_envs:
            raise GameError(f"{self.num_envs} seeds are needed, not {seed!r:.40}")
        return np.array([d if s is None else _checked(s) for s, d in zip(seed, drawn, strict=True)], np.uint64)

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """One action in every game."""
        try:
            self.core.step(_whole(actions))
        except (ValueError, TypeError) as error:
            raise GameError(str(error)) from None
        info = self._info()
        ended = self._terminated | self._truncated
        if ended.any():
            info["winner"], info["_winner"] = self._winners.copy(), ended
            if self.autoreset_mode is AutoresetMode.SAME_STEP:
                info["final_obs"], info["_final_obs"] = self._kept(self.core.final_observations), ended
                info["final_info"] = {"winner": info["winner"], "_winner": ended}
                info["_final_info"] = ended
        rewards = self._rewards.astype(np.float64)
        return self._kept(self._observations), rewards, self._terminated.copy(), self._truncated.copy(), info

    def _kept(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self.copy else array

    def _info(self) -> dict[str, Any]:
        everywhere = self._everywhere
        info: dict[str, Any] = {"action_mask": self._kept(self._masks), "_action_mask": everywhere}
        info |= {"illegal": self._illegal.copy(), "_illegal": everywhere}
        return info | {"mover": self._movers.copy(), "_mover": everywhere}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of every game."""
        return self._masks.astype(np.bool_)

    def close_extras(self, **kwargs: Any) -> None:
        """End the threads of the core."""
        self.core.close()


def _autoreset(mode: object) -> AutoresetMode:
    """A mode, or its name as Gymnasium writes it (NEXT_STEP) or shows it (NextStep)."""
    for known in AutoresetMode:
        if mode is known or str(mode).lower() in (known.name.lower(), str(known.value).lower()):
            return known
    names = ", ".join(known.name for known in AutoresetMode)
    raise GameError(f"autoreset_mode is one of {names}, not {mode!r:.40}")


MOST_BYTES = 2**32
"""Memory that the games of a vector environment may take; more is refused before it is asked for."""


def _checked(seed: object) -> int:
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < 2**64:
        raise GameError(f"a seed is a whole number from 0 to 2**64 - 1, not {seed!r:.40}")
    return int(seed)


def _whole(actions: object) -> NDArray[np.int64]:
    """The actions as the core takes them; whole numbers only."""
    given = np.asarray(actions)
    if given.dtype.kind not in "iu":
        raise TypeError(f"actions are whole numbers, not {given.dtype}")
    return np.ascontiguousarray(given, np.int64)


def _require_size(game: Game, games: object, threads: object) -> None:
    """A GameError unless both are whole numbers, and the games fit into memory."""
    for name, value in (("num_envs", games), ("threads", threads)):
        if isinstance(value, bool) or not isinstance(value, int | np.integer) or not 1 <= value <= 1_000_000:
            raise GameError(f"{name} is a whole number from 1 to 1,000,000, not {value!r:.40}")
    one = make_episode(game)
    each = 1024 + one.actions * 2 + one.width * 8 + len(game.map.territories) * 40
    if isinstance(games, int) and games * each > MOST_BYTES:
        raise GameError(
            f"{games:,} games would take {games * each / 2**30:.0f} GB; take at most {MOST_BYTES // each:,}"
        )


def _core_env(
    game: Game,
    games: int,
    opponents: str | None,
    seat: int | None,
    max_turns: int | None,
    threads: int,
    autoreset: str,
) -> VectorCore:
    limit = turn_limit(game, max_turns)
    _require_size(game, games, threads)
    settings: dict[str, Any] = {"opponents": opponents is not None, "seat": -1 if seat is None else seat}
    settings |= {"threads": threads, "autoreset": autoreset, "step_limit": min(STEPS_PER_TURN * limit, 2**31 - 1)}
    core: Any = game.core  # type: ignore[attr-defined]
    kind: Any = _core.ClassicVector if isinstance(game, ClassicGame) else _core.SimultaneousVector
    try:
        made: VectorCore = kind(core, games, limit, **settings)
    except (ValueError, TypeError) as error:
        raise GameError(f"vector environment: {error}") from None
    return made


class ClassicVectorEnv(HegemonVectorEnv):
    """``hegemon/Classic-v0`` as a vector environment."""

    def __init__(
        self, num_envs: int = 1, map: MapLike = None, rules: RulesLike = "classic", seats: int = 2, **settings: Any
    ) -> None:
        super().__init__(ClassicGame(map, rules, seats), num_envs, **settings)


class SimultaneousVectorEnv(HegemonVectorEnv):
    """``hegemon/Simultaneous-v0`` as a vector environment."""

    def __init__(
        self, num_envs: int = 1, map: MapLike = None, rules: RulesLike = "soares2025", **settings: Any
    ) -> None:
        super().__init__(SimultaneousGame(map, rules), num_envs, **settings)
