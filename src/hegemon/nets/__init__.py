"""Networks that evaluate positions and decisions. Playing needs only the compiled core; torch is for training."""

from hegemon.nets.architectures import ARCHITECTURES
from hegemon.nets.classic_encode import (
    CLASSIC_ENCODER_VERSION,
    CLASSIC_FEATURES,
    ClassicEncoded,
    encode_classic,
)
from hegemon.nets.classic_net import ClassicNet
from hegemon.nets.load import load_net, net_names
from hegemon.nets.net import Net
from hegemon.nets.simultaneous_encode import (
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
from hegemon.nets.simultaneous_net import SimultaneousNet
from hegemon.nets.untrained import random_classic_net, random_net

__all__ = [
    "ARCHITECTURES",
    "CLASSIC_ENCODER_VERSION",
    "CLASSIC_FEATURES",
    "ENCODER_VERSION",
    "ClassicEncoded",
    "ClassicNet",
    "Encoded",
    "Graph",
    "Net",
    "Positions",
    "SimultaneousNet",
    "encode",
    "encode_classic",
    "graph_of",
    "load_net",
    "net_names",
    "pad_plans",
    "random_classic_net",
    "random_net",
    "stack",
    "stack_plans",
]
