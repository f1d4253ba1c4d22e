"""Base class of the torch twins, whose weights are those of a network for playing. Needs the extra ``learn``."""

# mypy: allow-subclassing-any
from __future__ import annotations

import os
import warnings
from collections.abc import Sequence
from typing import Generic, Self, TypeVar

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor, nn

from hegemon.nets.net import Net
from hegemon.nets.tensors import COUNTER

N = TypeVar("N", bound=Net[object])


class Twin(nn.Module, Generic[N]):
    """A network in torch whose `state_dict` has the names of the weights of a network of the core."""

    architecture: str
    net_class: type[N]
    """The class of the networks for playing."""

    def to_net(self, **metadata: str) -> N:
        """The network for playing, with the current weights."""
        return self.net_class(self.architecture, self._weights(), metadata)

    def _weights(self) -> dict[str, NDArray[np.float32]]:
        state = {name: value for name, value in self.state_dict().items() if not name.endswith(COUNTER)}
        return {name: value.detach().cpu().numpy().copy() for name, value in state.items()}

    def load_net(self, net: N) -> Self:
        """Load the weights of a network."""
        counters = {name: value for name, value in self.state_dict().items() if name.endswith(COUNTER)}
        self.load_state_dict(counters | {name: torch.from_numpy(value.copy()) for name, value in net.weights.items()})
        return self

    def write_onnx(
        self,
        path: str | os.PathLike[str],
        example: tuple[Tensor, ...],
        names: Sequence[str],
        shapes: tuple[dict[int, torch.export.Dim], ...],
    ) -> None:
        """Write the network for its map as an ONNX file with these argument names and dynamic dimensions."""
        training = self.training
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            torch.onnx.export(
                self.eval(),
                example,
                os.fspath(path),
                input_names=list(names),
                output_names=["values", "logits"],
                dynamic_shapes=shapes,
                external_data=False,
                verbose=False,
            )
        self.train(training)
