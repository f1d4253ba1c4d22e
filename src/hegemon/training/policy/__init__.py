"""Training of the policy network that proposes plans of the simultaneous game, on what searches have played."""
