"""Maps as areas: every territory a patch of land, with coasts, borders and sea routes.

The patches are made on a raster and then traced:

1. `places`: centres that are far enough apart, and the scale of the raster.
2. `ground`: which pixel belongs to which territory. Land grows around centres and along links, or fills the outlines
   of the map; a channel separates neighbours that have no link; noise makes coasts and borders uneven.
3. `trace`: the outlines of the patches. Neighbours share the points of their border.
4. `routes`: lines for the links between patches that do not touch.
"""

from hegemon.maps.areas.build import areas, draw_areas
from hegemon.maps.areas.sketch import Sketch
from hegemon.maps.areas.value import Area, Areas, GroupArea, Route

__all__ = ["Area", "Areas", "GroupArea", "Route", "Sketch", "areas", "draw_areas"]
