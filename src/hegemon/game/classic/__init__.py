"""The classic dice game."""
