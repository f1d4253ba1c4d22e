"""Pictures of positions: terminal text, film strips, turns in words. SVG pictures are in `hegemon.maps.drawing`."""
