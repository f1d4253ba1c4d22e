"""The environments in the registries of Gymnasium and PettingZoo, where these are installed."""

from __future__ import annotations

from importlib.util import find_spec

FAMILIES = {"Classic": "classic", "Simultaneous": "simultaneous"}


def register_all() -> None:
    """Register what is not registered yet."""
    if find_spec("gymnasium") is not None:
        _register_gymnasium()
    if find_spec("pettingzoo") is not None:
        _register_pettingzoo()


def _register_gymnasium() -> None:
    import gymnasium

    for family in FAMILIES:
        name = f"hegemon/{family}-v0"
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point=f"hegemon.envs.single:{family}Env",
                vector_entry_point=f"hegemon.envs.vector:{family}VectorEnv",
            )


def _register_pettingzoo() -> None:
    import pettingzoo

    if not hasattr(pettingzoo, "register"):  # before 1.27 there was no registry
        return
    if "hegemon/Classic-v0" not in pettingzoo.aec_registry:
        pettingzoo.register("aec", "hegemon/Classic-v0", "hegemon.envs.classic_v0:env")
        pettingzoo.register("parallel", "hegemon/Classic-v0", "hegemon.envs.classic_v0:no_parallel_env")
        pettingzoo.register("aec", "hegemon/Simultaneous-v0", "hegemon.envs.simultaneous_v0:env")
        pettingzoo.register("parallel", "hegemon/Simultaneous-v0", "hegemon.envs.simultaneous_v0:parallel_env")
