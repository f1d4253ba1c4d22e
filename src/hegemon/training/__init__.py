"""Training of networks and tuning of agents."""
