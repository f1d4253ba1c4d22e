"""JUDGE: networks that value positions and plans. Playing needs the compiled core only; torch is for training."""

from hegemon.nets.encode import (
    ENCODER_VERSION,
    Encoded,
    Graph,
    Positions,
    encode,
    graph_of,
    pad_plans,
    stack,
    stack_plans,
)
from hegemon.nets.net import Net, load_net, net_names
from hegemon.nets.untrained import random_net

__all__ = [
    "ENCODER_VERSION",
    "Encoded",
    "Graph",
    "Net",
    "Positions",
    "encode",
    "graph_of",
    "load_net",
    "net_names",
    "pad_plans",
    "random_net",
    "stack",
    "stack_plans",
]
