"""Pictures of positions: SVG, terminal text, film strips."""
