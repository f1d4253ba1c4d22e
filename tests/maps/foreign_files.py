"""Small maps in the formats of other programs, written for the tests: a square of four territories, two groups."""

from __future__ import annotations

from hegemon.maps.foreign import Imported, Source, import_source

DOMINATION = """\
; a comment
name Small Square
ver 1

[files]
pic square.png
map square.gif
crd square.cards

[continents]
North_Side 2 red
South_Side 3 blue

[countries]
1 Old_Mill 1 10 10
2 New_Mill 1 60 10
3 Ford 2 10 50
4 Bridge 2 60 50

[borders]
1 2 3
2 1 4
3 1 4
4 3 2
"""
DOMINATION_CARDS = """\
[cards]
Cannon 1
Infantry 2
Cavalry 3
Infantry 4
wildcard
wildcard
"""
CONQUEST = """\
[Map]
author=Ann Other
image=square.bmp
wrap=no
scroll=none
warn=yes

[Continents]
North Side=2
South Side=3

[Territories]
Old Mill,10,10,North Side,New Mill,Ford
New Mill,60,10,north  side,Old Mill,BRIDGE

Ford,10,50,South Side,Old Mill,Bridge
Bridge,60,50,South Side,New Mill,Ford,
"""
WARLIGHT = """\
settings timebank 10000
settings your_bot player1
setup_map super_regions 1 2 2 3
setup_map regions 1 1 2 1 3 2 4 2
setup_map neighbors 1 2,3 2 4 3 4
setup_map wastelands 3
settings starting_regions 1 4
settings starting_pick_amount 1
pick_starting_region 10000 1 4
"""
WARLIGHT_JSON = """\
{"SuperRegions": [{"id": 1, "bonus": 2}, {"id": 2, "bonus": 3}],
 "Regions": [{"id": 1, "superRegion": 1, "neighbors": [2, 3]}, {"id": 2, "superRegion": 1, "neighbors": [4]},
             {"id": 3, "superRegion": 2, "neighbors": [4]}, {"id": 4, "superRegion": 2, "neighbors": []}]}
"""
WARZONE = """\
{"id": 7, "state": "Finished", "settings": {}, "map": {"id": 12, "name": "Square", "territories": [
  {"id": 11, "name": "Old Mill", "connectedTo": [12, 13]}, {"id": 12, "name": "New Mill", "connectedTo": [11, 14]},
  {"id": 13, "name": "Ford", "connectedTo": [11, 14]}, {"id": 14, "name": "Bridge", "connectedTo": ["12", 13]}],
 "bonuses": [{"id": 1, "name": "North Side", "value": 2, "territoryIDs": [11, 12]},
             {"id": 2, "name": "South Side", "value": 3, "territoryIDs": [13, 14]}],
 "distributionModes": [{"id": 0, "name": "Full", "type": "Standard"}]}}
"""
LUX = """\
<?xml version="1.0" encoding="UTF-8"?>
<luxboard>
<version>1.7</version>
<width>100</width>
<height>60</height>
<author>Ann Other</author>
<title>Square</title>
<continent><continentname>North Side</continentname><bonus>2</bonus>
<country><id>0</id><name>Old Mill</name><adjoining>1,2</adjoining><armylocation>10,50</armylocation>
<polygon>0,60 40,60 40,31 0,31</polygon></country>
<country><id>1</id><name>New Mill</name><adjoining>0,3</adjoining><polygon>41,60 90,60 90,31 41,31</polygon></country>
</continent>
<continent><continentname>South Side</continentname><bonus>3</bonus>
<country><id>2</id><name>Ford</name><adjoining>0,3</adjoining><polygon>0,30 40,30 40,0 0,0</polygon></country>
<country><id>3</id><name>Bridge</name><adjoining>1,2</adjoining><polygon>41,30 90,30 90,0 41,0</polygon>
<polygon>95,5 96,5 96,6</polygon></country>
</continent>
<line><position>1,1 2,2</position></line>
</luxboard>
"""
CONQUER_CLUB = """\
<?xml version="1.0"?>
<map>
<continent><name>North Side</name><bonus>2</bonus>
<components><territory>Old Mill</territory><territory>New Mill</territory></components></continent>
<continent><name>South Side</name><bonus>3</bonus>
<components><territory>Ford</territory><territory>Bridge</territory></components></continent>
<territory><name>Old Mill</name><borders><border>New Mill</border><border>Ford</border></borders>
<coordinates><smallx>10</smallx><smally>10</smally><largex>20</largex><largey>20</largey></coordinates></territory>
<territory><name>New Mill</name><borders><border>Old Mill</border><border>Bridge</border></borders>
<coordinates><smallx>60</smallx><smally>10</smally><largex>120</largex><largey>20</largey></coordinates></territory>
<territory><name>Ford</name><borders><border>Old Mill</border><border>Bridge</border></borders>
<coordinates><smallx>10</smallx><smally>50</smally><largex>20</largex><largey>100</largey></coordinates></territory>
<territory><name>Bridge</name><borders><border>New Mill</border><border>Ford</border></borders>
<coordinates><smallx>60</smallx><smally>50</smally><largex>120</largex><largey>100</largey></coordinates></territory>
</map>
"""
TRIPLEA = """\
<?xml version="1.0" ?>
<!DOCTYPE game SYSTEM "game.dtd">
<game>
<info name="Square" version="1.0"/>
<map>
<territory name="Old Mill"/><territory name="New Mill"/><territory name="Ford" water="true"/>
<territory name="Bridge"/><territory name="Peak"/><territory name="Info Box"/>
<connection t1="Old Mill" t2="New Mill"/><connection t1="Old Mill" t2="Ford"/>
<connection t1="New Mill" t2="Bridge"/><connection t1="Ford" t2="Bridge"/><connection t1="Bridge" t2="Peak"/>
</map>
<attachmentList>
<attachment name="territoryAttachment" attachTo="Peak" type="territory"><option name="isImpassable" value="true"/>
</attachment>
</attachmentList>
</game>
"""
TRIPLEA_CENTERS = "Old Mill  (10,10)\nNew Mill  (60,10)\nFord  (10,50)\nBridge  (60,50)\n"

FILES = {
    "domination": DOMINATION,
    "conquest": CONQUEST,
    "lux": LUX,
    "conquer-club": CONQUER_CLUB,
    "triplea": TRIPLEA,
    "warzone": WARZONE,
    "warlight": WARLIGHT,
    "warlight-json": WARLIGHT_JSON,
}
BESIDE = {"square.cards": DOMINATION_CARDS.encode(), "centers.txt": TRIPLEA_CENTERS.encode()}


def read(text: str, format: str | None = None, *, one_way: str = "both", repair: bool = False) -> Imported:
    return import_source(Source(text.encode(), "square", BESIDE.get), format, one_way=one_way, repair=repair)
