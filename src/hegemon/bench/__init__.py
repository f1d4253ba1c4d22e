"""Speed: figures per second of CPU time, one file per subject."""

from hegemon.bench import guided, nets, playouts, search, selfplay
from hegemon.bench.measure import Benchmark, Calibration, Measurement, calibrate

BENCHMARKS: dict[str, Benchmark] = (
    playouts.BENCHMARKS | search.BENCHMARKS | nets.BENCHMARKS | guided.BENCHMARKS | selfplay.BENCHMARKS
)
"""By name, in the order in which `hegemon bench` measures them."""

__all__ = ["BENCHMARKS", "Benchmark", "Calibration", "Measurement", "calibrate"]
