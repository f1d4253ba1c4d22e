"""Datasets: samples as a network reads them in training, and the losses on them. Needs the extra `learn`."""
