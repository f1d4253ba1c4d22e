"""Training of value networks on positions of planners' games."""
