"""Maps: the map value, its file format and validation, the catalogue and the generators."""

from hegemon.maps.catalogue import load_map, map_names
from hegemon.maps.generate import grid, random_map
from hegemon.maps.map import Group, Map
from hegemon.maps.schema import MAX_TERRITORIES
from hegemon.maps.validate import Problem, check_map

__all__ = [
    "MAX_TERRITORIES",
    "Group",
    "Map",
    "Problem",
    "check_map",
    "grid",
    "load_map",
    "map_names",
    "random_map",
]
