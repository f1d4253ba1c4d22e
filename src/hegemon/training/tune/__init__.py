"""Hyperparameter search: many short runs, each with settings that the last ones make likely."""
