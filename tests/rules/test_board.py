"""The board, the order of battle and the calendar: every clue that we have of the printed game."""

from __future__ import annotations

import csv
import json
from collections import Counter
from itertools import pairwise
from typing import TypedDict

import pytest

from napoleon.rules import Game, SeededDice
from napoleon.rules.board.calendar import LAST_TURN, TURNS
from napoleon.rules.board.tables import SHIPPED
from napoleon.rules.board.towns import (
    ADJACENT,
    BATTLE_LIMIT,
    NEIGHBOURS,
    RIVER_LIMIT,
    ROAD_BETWEEN,
    ROAD_LIMIT,
    ROADS,
    ROADS_FROM,
    SETUP_LIMIT,
    START_TOWN,
    SUPPLY_CITIES,
    TOWN_IDS,
    TOWNS,
    ZONE_TOWNS,
    Road,
    find_town,
)
from napoleon.rules.board.units import (
    ALLIED,
    ARMY_NAMES,
    DEFEAT_AT,
    FRENCH,
    LEADER,
    MAX_STRENGTH,
    SIDE_NAMES,
    TYPE_NAMES,
    UNIT_IDS,
    UNITS,
    find_units,
)

Point = tuple[float, float]

FRENCH_TOWNS = ("conde", "valenciennes", "maubeuge", "beaumont", "philippeville", "givet")


class Geometry(TypedDict):
    """The line of a river or a border."""

    type: str
    coordinates: list[list[float]]


class Feature(TypedDict):
    """A river or a border."""

    properties: dict[str, object]
    geometry: Geometry


def town(name: str) -> int:
    """The number of a town."""
    number = find_town(name)
    assert number >= 0, name
    return number


def neighbours(name: str) -> set[str]:
    """The towns to which roads lead from a town."""
    return {TOWN_IDS[other] for other in NEIGHBOURS[town(name)]}


def road(one: str, two: str) -> Road:
    """The road between two towns, which must exist."""
    number = ROAD_BETWEEN[town(one)][town(two)]
    assert number >= 0, f"no road from {one} to {two}"
    return ROADS[number]


def adjoin(one: str, two: str) -> bool:
    """Whether a road joins two towns."""
    return ROAD_BETWEEN[town(one)][town(two)] >= 0


def on_main_roads(start: str) -> set[str]:
    """The towns that can be reached from one over main roads alone."""
    found = {town(start)}
    waiting = [town(start)]
    while waiting:
        here = waiting.pop()
        for number, other in zip(ROADS_FROM[here], NEIGHBOURS[here], strict=True):
            if ROADS[number].is_main and other not in found:
                found.add(other)
                waiting.append(other)
    return {TOWN_IDS[number] for number in found}


def lines(name: str) -> list[Feature]:
    """The lines of a GeoJSON file."""
    features: list[Feature] = json.loads(SHIPPED.texts[name])["features"]
    return features


# How many of everything


def test_there_are_55_towns_in_three_zones() -> None:
    """8 French, 26 Anglo-Dutch and 21 Prussian towns."""
    assert len(TOWNS) == len(set(TOWN_IDS)) == 55
    assert [len(towns) for towns in ZONE_TOWNS] == [8, 26, 21]


def test_there_are_116_roads() -> None:
    """53 main and 63 minor roads, 45 of all over a river."""
    assert len(ROADS) == 116
    assert sum(one.is_main for one in ROADS) == 53
    assert sum(bool(one.river) for one in ROADS) == 45
    assert {row["size"] for row in SHIPPED.rows("roads.csv")} == {"main", "minor"}


def test_there_are_58_units_in_three_armies() -> None:
    """24, 16 and 18 blocks with 66, 49 and 58 points of strength."""
    armies = [[card for card in UNITS if card.army == army] for army in range(3)]
    assert [len(cards) for cards in armies] == [24, 16, 18]
    assert [sum(card.strength for card in cards) for cards in armies] == [66, 49, 58]
    assert len(set(UNIT_IDS)) == len(UNITS) == 58


def test_there_are_23_turns() -> None:
    """12 French and 11 Allied turns, 7 of them at night."""
    assert len(TURNS) == LAST_TURN == 23
    assert Counter(turn.side for turn in TURNS) == {FRENCH: 12, ALLIED: 11}
    assert sum(turn.night for turn in TURNS) == 7


def test_three_turns_a_day_the_third_at_night_and_the_sides_take_turns() -> None:
    """From 15 to 22 June; French and Allies alternate without a break."""
    for index, turn in enumerate(TURNS):
        assert turn.number == index + 1
        assert turn.date == f"1815-06-{15 + index // 3}"
        assert turn.part == index % 3 + 1
        assert turn.night == (turn.part == 3)
        assert turn.side == (FRENCH, ALLIED)[index % 2]


def test_there_are_8_rivers_2_borders_and_24_woods() -> None:
    """What is drawn on the map, of which woods and borders have no say in the game."""
    rivers = lines("rivers.geojson")
    assert len(rivers) == 8
    assert len(lines("borders.geojson")) == 2
    assert len(SHIPPED.rows("woods.csv")) == 24
    with_effect = {str(river["properties"]["name"]) for river in rivers if is_obstacle(river)}
    named = {name for one in ROADS if one.river for name in one.river.split(";")}
    assert named == with_effect


@pytest.mark.parametrize("name", ["towns.csv", "roads.csv", "units.csv", "turns.csv", "woods.csv"])
def test_every_row_of_a_table_has_all_its_columns(name: str) -> None:
    """No row is too short or too long, and nothing has blanks around it."""
    rows = list(csv.reader(SHIPPED.texts[name].splitlines()))
    assert {len(row) for row in rows} == {len(rows[0])}
    assert all(cell == cell.strip() for row in rows for cell in row)


# The clues


def test_5_1_the_seven_neighbours_of_brussels() -> None:
    """Alost, Ninove, Hal, Waterloo, Wavre, Louvain and Mechelen, under any of their names."""
    names = ("Aalst", "Ninove", "Halle", "Waterloo", "Waver", "Leuven", "Mechelen")
    assert neighbours("Brussel") == {TOWN_IDS[town(name)] for name in names}
    assert neighbours("brussels") == {
        "alost",
        "ninove",
        "hal",
        "waterloo",
        "wavre",
        "louvain",
        "mechelen",
    }


def test_5_2_waterloo_and_ligny_both_adjoin_quatre_bras_not_each_other() -> None:
    """So two groups from there do not attack Quatre Bras together."""
    assert adjoin("waterloo", "quatre-bras")
    assert adjoin("ligny", "quatre-bras")
    assert not adjoin("waterloo", "ligny")


def test_5_2_nivelles_quatre_bras_and_waterloo_adjoin_each_other() -> None:
    """So two groups from two of them may attack the third together."""
    assert adjoin("Nijvel", "quatre-bras")
    assert adjoin("quatre-bras", "waterloo")
    assert adjoin("waterloo", "nivelles")


def test_5_2_wavre_adjoins_waterloo_but_neither_nivelles_nor_quatre_bras() -> None:
    """So a group from Wavre attacks Waterloo with neither of the others."""
    assert adjoin("wavre", "waterloo")
    assert not adjoin("wavre", "nivelles")
    assert not adjoin("wavre", "quatre-bras")


def test_5_3_two_towns_for_the_cavalry_at_waterloo() -> None:
    """Waterloo - Quatre Bras - Ligny, and Waterloo - Quatre Bras - Nivelles."""
    assert "quatre-bras" in neighbours("waterloo")
    assert {"ligny", "nivelles"} <= neighbours("quatre-bras")


def test_5_5_laneffe_to_charleroi_is_a_main_road_over_a_river() -> None:
    """8 units a turn, 4 of them in attack."""
    link = road("laneffe", "charleroi")
    assert link.is_main
    assert link.river == "Sambre"
    assert (ROAD_LIMIT[link.number], RIVER_LIMIT[link.number]) == (8, 4)


def test_7_5_ligny_adjoins_gembloux_and_namur() -> None:
    """And the road from Ligny to Quatre Bras is a main one, for two units."""
    assert {"gembloux", "namur"} <= neighbours("ligny")
    assert adjoin("ligny", "Namen")
    assert BATTLE_LIMIT[road("ligny", "quatre-bras").number] == 2


@pytest.mark.parametrize("name", FRENCH_TOWNS)
def test_notes_name_six_french_towns(name: str) -> None:
    """Condé, Valenciennes, Maubeuge, Beaumont, Philippeville and Givet are French."""
    assert TOWNS[town(name)].zone == FRENCH


def test_notes_roads_lead_out_of_france() -> None:
    """To Mons, towards Leuze, by Dinant to Namur, by Ciney and Marche."""
    assert neighbours("Bergen") & set(FRENCH_TOWNS)
    assert neighbours("leuze") & set(FRENCH_TOWNS)
    assert neighbours("dinant") & set(FRENCH_TOWNS)
    way = ["dinant", "yvoir", "namur"]
    assert adjoin("dinant", "namur") or all(adjoin(one, two) for one, two in pairwise(way))
    assert adjoin("dinant", "ciney")
    assert adjoin("ciney", "marche")


def test_notes_the_meuse_lies_before_namur_and_liege() -> None:
    """From Dinant, Ciney and Marche nobody comes to Namur or Liège but over the Meuse."""
    found = {town("dinant")}
    waiting = [town("dinant")]
    while waiting:
        here = waiting.pop()
        for number, other in zip(ROADS_FROM[here], NEIGHBOURS[here], strict=True):
            if "Meuse" not in ROADS[number].river and other not in found:
                found.add(other)
                waiting.append(other)
    assert {town("ciney"), town("marche")} <= found
    assert not {town("namur"), town("Luik")} & found


@pytest.mark.parametrize(
    "way",
    [
        "mons soignies braine-le-comte hal brussels",
        "charleroi quatre-bras waterloo brussels",
        "braine-le-comte nivelles quatre-bras ligny namur huy liege",
    ],
)
def test_notes_three_main_roads(way: str) -> None:
    """Mons - Brussels, Charleroi - Brussels, Braine-le-Comte - Liège: main roads all along."""
    towns = way.split()
    assert all(road(one, two).is_main for one, two in pairwise(towns))
    assert towns[-1] in on_main_roads(towns[0])


def test_10_an_army_breaks_when_half_of_it_is_lost() -> None:
    """12, 8 and 9: half of 24, 16 and 18."""
    sizes = Counter(card.army for card in UNITS)
    assert [sizes[army] // 2 for army in range(3)] == DEFEAT_AT == [12, 8, 9]
    assert all(sizes[army] % 2 == 0 for army in range(3))


def test_10_the_last_turn_is_the_french_one_of_22_june() -> None:
    """After it the game is decided."""
    last = TURNS[-1]
    assert (last.date, last.side, last.night) == ("1815-06-22", FRENCH, False)


def test_4_1_4_2_the_historical_set_up_is_a_legal_one() -> None:
    """Each in its own zone, at most 4 Allied and 12 French blocks a town."""
    there = Counter(START_TOWN)
    for card, start in zip(UNITS, START_TOWN, strict=True):
        assert TOWNS[start].zone == card.army, card.id
        assert there[start] <= SETUP_LIMIT[card.army], card.id
    assert SETUP_LIMIT == [12, 4, 4]


def test_4_1_4_2_the_historical_set_up_can_be_placed_unit_by_unit() -> None:
    """What the order of battle does, a free set-up allows."""
    game = Game.new("free", dice=SeededDice(1))
    for seat, armies in (("allied", (1, 2)), ("french", (0,))):
        for card in UNITS:
            if card.army in armies:
                game.play(seat, f"place {card.id} {card.start_town}")
        game.play(seat, "end")
    historical = Game.new(dice=SeededDice(1))
    assert [game.where(unit) for unit in UNIT_IDS] == [historical.where(unit) for unit in UNIT_IDS]


def test_reports_solre_to_binche_crosses_the_sambre_and_carries_six() -> None:
    """A session of the fourth edition split seven blocks over two roads."""
    link = road("solre", "binche")
    assert link.river == "Sambre"
    assert ROAD_LIMIT[link.number] == 6


@pytest.mark.parametrize(
    ("one", "two"),
    [
        ("solre", "mons"),
        ("mons", "binche"),
        ("beaumont", "thuin"),
        ("beaumont", "philippeville"),
        ("philippeville", "laneffe"),
        ("charleroi", "ligny"),
    ],
)
def test_reports_roads_of_the_fourth_edition(one: str, two: str) -> None:
    """Roads that were used in sessions of the fourth edition."""
    assert two in neighbours(one)
    assert one in neighbours(two)


def test_reports_where_the_french_begin() -> None:
    """Solre: I and II; Beaumont: Napoléon, Guard, III and VI; Philippeville: IV and cavalry."""
    corps = {
        name: {card.corps for card in UNITS if card.army == FRENCH and card.start_town == name}
        for name in ("solre", "beaumont", "philippeville")
    }
    assert corps["solre"] == {"I", "II"}
    assert {"HQ", "Garde", "III", "VI"} <= corps["beaumont"]
    assert "IV" in corps["philippeville"]
    assert any(
        card.kind in (TYPE_NAMES.index("light-cavalry"), TYPE_NAMES.index("heavy-cavalry"))
        for card in UNITS
        if card.start_town == "philippeville"
    )
    french = {card.start_town for card in UNITS if card.army == FRENCH}
    assert french == {"solre", "beaumont", "philippeville"}


# Whether it all holds together


def test_9_the_three_supply_cities() -> None:
    """Ghent and Brussels supply the Anglo-Dutch, one unit each; Liège the Prussians, two."""
    cities = {
        TOWN_IDS[city]: (ARMY_NAMES[TOWNS[city].supplies], TOWNS[city].supply_loss)
        for city in SUPPLY_CITIES
    }
    assert cities == {
        "ghent": ("anglo-dutch", 1),
        "brussels": ("anglo-dutch", 1),
        "liege": ("prussian", 2),
    }
    assert all(TOWNS[city].zone == TOWNS[city].supplies for city in SUPPLY_CITIES)


def test_adjacency_is_the_same_from_both_ends() -> None:
    """No road joins a town to itself, and the tables made from the roads agree with each other."""
    for here in range(len(TOWNS)):
        assert ROAD_BETWEEN[here][here] == -1
        assert {n for n in range(len(TOWNS)) if ADJACENT[here] >> n & 1} == set(NEIGHBOURS[here])
        for number, other in zip(ROADS_FROM[here], NEIGHBOURS[here], strict=True):
            assert ROAD_BETWEEN[here][other] == ROAD_BETWEEN[other][here] == number
            assert {ROADS[number].a, ROADS[number].b} == {here, other}
        names = [TOWN_IDS[other] for other in NEIGHBOURS[here]]
        assert names == sorted(names)


def test_limits_follow_from_size_and_river() -> None:
    """5.4: 8 or 6 units; 5.5: 4 or 3 in attack over a river; 6.3.4, 7.2: 2 or 1 a battle turn."""
    for link in ROADS:
        number = link.number
        assert ROAD_LIMIT[number] == (8 if link.is_main else 6)
        assert BATTLE_LIMIT[number] == (2 if link.is_main else 1)
        if link.river:
            assert RIVER_LIMIT[number] == (4 if link.is_main else 3)
        else:
            assert RIVER_LIMIT[number] >= ROAD_LIMIT[number]


def test_every_town_can_be_reached() -> None:
    """Nobody is ever shut in: the net of roads hangs together, and no town is a dead end."""
    found = {0}
    waiting = [0]
    while waiting:
        for other in NEIGHBOURS[waiting.pop()]:
            if other not in found:
                found.add(other)
                waiting.append(other)
    assert len(found) == len(TOWNS)
    assert min(len(roads) for roads in ROADS_FROM) >= 2


def test_every_supply_city_can_be_reached_from_france_on_main_roads() -> None:
    """The French can march on Ghent, Brussels and Liège by main roads."""
    assert {"ghent", "brussels", "liege"} <= on_main_roads("valenciennes")


def test_every_town_answers_to_its_names() -> None:
    """English, Dutch and French, with hyphens for spaces, and no name means two towns."""
    owners: dict[str, str] = {}
    for one in TOWNS:
        for name in {one.id, *one.names.values()}:
            written = name.replace(" ", "-")
            assert owners.setdefault(written.lower(), one.id) == one.id
            assert find_town(written) == one.number, written
            assert find_town(written.upper()) == one.number, written


def test_units_are_what_their_cards_can_say() -> None:
    """Strength 1 to 4, leaders 1; heavy cavalry F3, light F2, artillery F1 (3.3, 3.6)."""
    firepower = {"heavy-cavalry": {3}, "light-cavalry": {2}, "infantry": {2, 3}}
    for card in UNITS:
        assert 1 <= card.strength <= MAX_STRENGTH
        assert card.strength == 1 or card.kind != LEADER
        kind = TYPE_NAMES[card.kind]
        assert card.firepower in firepower.get(kind, {1, 2})
        assert card.start_town in TOWN_IDS
        assert card.card_town in TOWN_IDS
    leaders = [card.army for card in UNITS if card.kind == LEADER]
    assert leaders == [0, 1, 2]
    assert SIDE_NAMES == ("french", "allied")


# Geometry


def is_obstacle(river: Feature) -> bool:
    """Whether a river has a say in the game."""
    return bool(river["properties"]["game_effect"])


def turns_left(a: Point, b: Point, c: Point) -> float:
    """Positive where the way from a by b to c bends to the left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def cross(a: Point, b: Point, c: Point, d: Point) -> bool:
    """Whether the stretch from a to b crosses the one from c to d."""
    return (turns_left(a, b, c) > 0) != (turns_left(a, b, d) > 0) and (turns_left(c, d, a) > 0) != (
        turns_left(c, d, b) > 0
    )


def crossed_rivers(link: Road) -> list[str]:
    """The drawn rivers that a straight road crosses, each as often as it does."""
    ends: list[Point] = [(TOWNS[end].lon, TOWNS[end].lat) for end in (link.a, link.b)]
    names: list[str] = []
    for river in lines("rivers.geojson"):
        if is_obstacle(river):
            points: list[Point] = [(at[0], at[1]) for at in river["geometry"]["coordinates"]]
            for here, there in pairwise(points):
                if cross(ends[0], ends[1], here, there):
                    names.append(str(river["properties"]["name"]))
    return names


def test_rivers_are_drawn_where_the_roads_cross_them() -> None:
    """A straight road crosses a drawn river exactly where roads.csv says so."""
    drawn = {link.id: sorted(set(crossed_rivers(link))) for link in ROADS}
    written = {link.id: sorted(link.river.split(";")) if link.river else [] for link in ROADS}
    assert drawn == written


def test_lines_are_lines() -> None:
    """Rivers and borders are lines of at least two different points near the map."""
    for name in ("rivers.geojson", "borders.geojson"):
        for feature in lines(name):
            points = feature["geometry"]["coordinates"]
            assert feature["geometry"]["type"] == "LineString"
            assert len(points) >= 2
            assert all(one != two for one, two in pairwise(points))
            assert all(2.5 < lon < 6.5 and 49.5 < lat < 51.7 for lon, lat in points)


def test_no_town_lies_upon_another() -> None:
    """Every town has a place of its own, and every wood lies on the map."""
    places = {(one.lat, one.lon) for one in TOWNS}
    assert len(places) == len(TOWNS)
    for wood in SHIPPED.rows("woods.csv"):
        assert 49.5 < float(wood["lat"]) < 51.7
        assert 2.5 < float(wood["lon"]) < 6.5


@pytest.mark.parametrize(
    ("who", "number"),
    [
        ("french", 24),
        ("allied", 34),
        ("anglo-dutch", 16),
        ("prussian", 18),
        ("FR-2-*", 3),
        ("x", 0),
    ],
)
def test_3_1_units_are_found_by_side_army_or_pattern(who: str, number: int) -> None:
    assert len(find_units(who)) == number
