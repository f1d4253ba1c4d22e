"""Training both networks of `best` in the simultaneous game from nothing: of the package only the planner's weights
take part.

The stages come one after the other. Each is generations of runs in a folder of its own, so that a training that is
killed resumes at its last shard or checkpoint.

    1-value             the value network: planners play first, then `best` without a policy network
    2-policy            the policy network: `best` plays with the value network of stage 1
    3-value             further generations of the value network: `best` plays with the policy network of stage 2
    value.safetensors   the networks, for best(value=FILE, policy=FILE)
    policy.safetensors
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from hegemon._json import JSONObject
from hegemon.training.best.settings import MINUTES, BestSettings
from hegemon.training.folder import held, require_free, write_kind
from hegemon.training.generations import copy_net, generation_folder
from hegemon.training.playing import Report, part_of
from hegemon.training.policy import generations as policy
from hegemon.training.policy.run import NET as POLICY_NET
from hegemon.training.value import generations as value
from hegemon.training.value.run import NET as VALUE_NET

KIND = "best"
VALUE, POLICY, LAST = "1-value", "2-policy", "3-value"
SHARES = {VALUE: 0.35, POLICY: 0.15, LAST: 0.5}
"""Of the time for games. The policy network needs the least: a hundred thousand plans suffice. The games of the last
stage are those that the networks will play."""


def train_best(
    folder: Path,
    settings: BestSettings,
    *,
    minutes: float = MINUTES,
    threads: int = 1,
    report: Report = lambda what, done, total: None,
) -> dict[str, JSONObject]:
    """Start or resume all stages; what the metadata of both networks say, by name.

    Games take so many minutes in all, divided evenly among the generations of a stage. The fits come on top.
    """
    s, first, second, last = settings, folder / VALUE, folder / POLICY, folder / LAST
    values = [generation_folder(first, number) for number in range(s.value_generations + 1)]
    policy_net = generation_folder(second, s.policy_generations) / POLICY_NET

    def length(stage: str, generations: float) -> dict[str, Any]:
        time = minutes * SHARES[stage] / generations
        return {"minutes": time, "threads": threads, "report": part_of(report, stage)}

    require_free(folder, KIND)
    write_kind(folder, KIND)
    with held(folder):
        played = s.value_generations + 1 / value.SHORTER
        value.train_generations(first, s.value, s.value_generations, **length(VALUE, played))

        proposing, played = replace(s.policy, value=str(values[-1] / VALUE_NET)), s.policy_generations + 1
        plans = policy.train_generations(second, proposing, s.policy_generations, **length(POLICY, played))

        helped, played = replace(s.value, policy=str(policy_net)), s.last_generations
        positions = value.train_generations(last, helped, played, before=values, **length(LAST, played))

        copy_net(last / VALUE_NET, folder)
        copy_net(policy_net, folder)
    return {"value": positions, "policy": plans}
