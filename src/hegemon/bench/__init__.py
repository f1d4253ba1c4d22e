"""Benchmarks: figures per second of CPU time, one file per subject."""

from hegemon.bench import envs, guided, nets, playouts, search, selfplay
from hegemon.bench.measure import Benchmark, Calibration, Measurement, calibrate

BENCHMARKS: dict[str, Benchmark] = (
    playouts.BENCHMARKS
    | search.BENCHMARKS
    | nets.BENCHMARKS
    | guided.BENCHMARKS
    | selfplay.BENCHMARKS
    | envs.BENCHMARKS
)
"""Benchmarks in the order of `hegemon bench`."""

__all__ = ["BENCHMARKS", "Benchmark", "Calibration", "Measurement", "calibrate"]
