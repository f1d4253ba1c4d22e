"""Training of the value network of the classic game on positions of planners' games."""
