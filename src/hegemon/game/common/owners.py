"""Numbers that are no seat and no count: owners and armies of territories that nobody owns or that a view hides."""

NEUTRAL = -1
"""Owner of a territory that no seat owns."""
HIDDEN = -2
"""Owner of a territory that a view hides."""
HIDDEN_ARMIES = -1
"""Armies of a territory whose number a view hides."""
