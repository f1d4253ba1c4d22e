"""LEARNING: what tunes and trains the agents."""
