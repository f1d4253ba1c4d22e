"""Pictures of maps as SVG, empty or with owners and armies."""
