"""Training both networks of the agent best in the simultaneous game, from nothing."""
