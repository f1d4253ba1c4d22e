"""Tuning of the weights of the planner by games of planners against each other."""
