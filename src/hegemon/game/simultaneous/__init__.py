"""The simultaneous-orders game."""
