"""Hyperparameter search over short training runs."""
