"""What ships for Board Game II, its official corrections, and cards held against the box."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.engine.game import Opening
from companion.engine.prompts import Choose, Tell
from companion.engine.session import Session
from companion.games.board_game_ii import GAME
from companion.games.board_game_ii.box import Box
from companion.games.board_game_ii.cards import Deck, Scenario
from companion.games.board_game_ii.consistency import deck_size, plazms_used
from companion.library.store import Library
from companion.service.cards import Cards


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Library:
    return Library(GAME.id, GAME.shelving, tmp_path_factory.mktemp("nobody"))


@pytest.fixture(scope="module")
def box(shipped: Library) -> Box:
    return shipped.typed()


class Owner:
    """An owner who types cards into files."""

    def __init__(self, root: Path) -> None:
        self.root = root

    def types(self, name: str, text: str) -> Path:
        path = self.root / GAME.id / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return path

    @property
    def library(self) -> Library:
        return Library(GAME.id, GAME.shelving, self.root)

    def findings(self) -> list[str]:
        """What the data check says, without the folder."""
        library = self.library
        assert library.faults == []
        return [str(fault).replace(f"{self.root}/{GAME.id}/", "") for fault in library.findings()]


@pytest.fixture
def owner(tmp_path: Path) -> Owner:
    return Owner(tmp_path)


# -- what ships --------------------------------------------------------------------------------


def test_everything_that_ships_is_sound(shipped: Library) -> None:
    assert shipped.faults == []
    assert shipped.findings() == []
    assert shipped.misprints == []


@pytest.mark.rule("GB2-COMPONENT-02")
def test_figures_in_the_box(box: Box) -> None:
    counts = {
        "street_creeper": 5,
        "brain_matter": 5,
        "snake_head": 4,
        "soar_throat": 4,
        "jail_jaw": 3,
        "granny_gross": 3,
        "mail_fraud": 3,
        "x_cop": 3,
        "mega_plazm": 1,
        "nunzio_scoleri": 1,
        "tony_scoleri": 1,
        "janosz_poha": 1,
        "washington_square_ghost": 1,
        "vigo": 1,
    }
    assert {id: box.entities[id].figures for id in counts} == counts


@pytest.mark.rule("GB2-COMPONENT-01", "GB2-COMPONENT-04", "GB2-COMPONENT-05")
def test_limits_of_the_box(box: Box) -> None:
    limits = box.components["box"]
    assert (limits.proton_pack_figures, limits.slime_blower_figures) == (4, 4)
    assert (limits.gates, limits.goo_piles, limits.trap_tokens, limits.pack_tokens) == (5, 8, 4, 4)
    # 12 Hit on 4 Ghostbusters are covered by 8 tokens, 4 of them at -2; so is every other legal state.
    assert limits.slime_tokens * 2 >= 12
    assert limits.slime_tokens >= 4 * 2  # two Caustic each, which has no side worth two


def test_nothing_unknown_ships_as_a_number(shipped: Library, box: Box) -> None:
    known = {"street_creeper": 3, "hyper_plazm": 4, "grand_plazm": 5}
    real = [id for id, card in shipped.cards["entities"].items() if "training" not in card.files[0].parts]
    assert len(real) > 20
    assert {id: box.entities[id].to_hit for id in real if box.entities[id].to_hit is not None} == known
    assert all(box.entities[id].number is None and box.entities[id].slime is None for id in real)
    assert all(box.entities[id].to_trap is None for id in real)
    assert box.entities["street_creeper"].when_missed is not None
    slots = [card for card in box.scenarios.values() if card.campaign and not card.invented]
    assert len(slots) == 24
    assert all(card.goo_maximum is None and card.goo_piles is None and not card.success for card in slots)


@pytest.mark.rule("GB2-FIGURE-07")
def test_unknown_fields_are_named(owner: Owner) -> None:
    owner.types("entities/snake_head", "number: 2\nto_hit: 4\nto_trap: 3\nwhen_hit: []\nwhen_missed: []\n")
    assert owner.library.unknown("entities", "snake_head") == ["slime", "resist"]
    assert "to_hit" not in owner.library.unknown("entities", "street_creeper")
    assert "slime" in owner.library.unknown("entities", "street_creeper")


@pytest.mark.rule("GB2-LEVEL-03")
def test_levels_four_and_five_say_check_your_card(shipped: Library, box: Box) -> None:
    for id in ("venkman", "stantz", "spengler", "zeddemore"):
        assert box.characters[id].levels == [0, 5, 11, 19, 30]
        checks = shipped.checks("characters", id)
        assert checks["levels.3"].startswith("Check your Character card")
        assert checks["levels.4"].startswith("Check your Character card")


@pytest.mark.rule("GB2-LEVEL-03")
def test_missing_levels_are_named_and_given_ones_judged(owner: Owner) -> None:
    path = "characters/venkman.yaml:1:1"
    owner.types("characters/venkman", "levels: [0, 5, 11, null, null]\n")
    assert owner.findings() == [
        "characters/venkman.yaml:1:20: levels.4: the XP where Level 4 begins is missing",
        "characters/venkman.yaml:1:26: levels.5: the XP where Level 5 begins is missing",
    ]
    owner.types("characters/venkman", "levels: [0, 5, 11, 18, 29]\n")
    assert owner.findings() == []
    owner.types("characters/venkman", "levels: [0, 5, 11, 11, 31]\n")
    assert owner.findings() == [
        f"{path}: levels: each Level must begin at more XP than the one before it, not at 0, 5, 11, "
        f"11 and 31",
        f"{path}: levels: a Level begins at 31 XP, but XP ends at 30 (shipped:components/box.yaml:14)",
    ]


# -- against the box ------------------------------------------------------------------------------


@pytest.mark.rule("GB2-COMPONENT-02")
def test_more_figures_than_exist(owner: Owner) -> None:
    owner.types("scenarios/mine", _SCENARIO + "entities: {vigo: 1}\nspirit_world: {street_creeper: 6}\n")
    assert owner.findings() == [
        "scenarios/mine.yaml:10:16: spirit_world.street_creeper: 6 Street Creeper are asked for, 5 exist "
        "(shipped:entities/street_creeper.yaml:6)"
    ]
    owner.types("scenarios/mine", _SCENARIO + "entities: {vigo: 2}\nspirit_world: {}\n")
    assert owner.findings() == [
        "scenarios/mine.yaml:9:12: entities.vigo: 2 Vigo are asked for, 1 exist "
        "(shipped:entities/vigo.yaml:4)"
    ]


@pytest.mark.rule("GB2-COMPONENT-02", "GB2-SPIRIT-01")
def test_spirit_world_beyond_the_figures_left(owner: Owner) -> None:
    owner.types(
        "scenarios/mine", _SCENARIO + "entities: {street_creeper: 4}\nspirit_world: {street_creeper: 2}\n"
    )
    assert owner.findings() == [
        "scenarios/mine.yaml:10:16: spirit_world.street_creeper: 2 Street Creeper in the Spirit "
        "World, but 1 left: "
        "4 on the map (scenarios/mine.yaml:9), 5 exist (shipped:entities/street_creeper.yaml:6)"
    ]


@pytest.mark.rule("GB2-COMPONENT-05")
def test_more_gates_and_goo_piles_than_exist(owner: Owner) -> None:
    symbols = ["star", "symbol_2", "symbol_3", "symbol_4", "symbol_5", "star"]
    gates = ", ".join(f"{{symbol: {symbol}}}" for symbol in symbols)
    owner.types("scenarios/mine", _SCENARIO + f"spirit_world: {{}}\ngates: [{gates}]\ngoo_piles: 9\n")
    assert owner.findings() == [
        "scenarios/mine.yaml:10:105: gates.6: star is on another Gate already (scenarios/mine.yaml:10)",
        "scenarios/mine.yaml:10:1: gates: 6 Gates are asked for, 5 exist (shipped:components/box.yaml:5)",
        "scenarios/mine.yaml:11:1: goo_piles: 9 Goo Piles are asked for, 8 exist "
        "(shipped:components/box.yaml:6)",
        "scenarios/mine.yaml:7:1: deck: the Goo Pile deck has 8 cards, 9 Goo Piles are on the map "
        "(scenarios/mine.yaml:11)",
    ]


@pytest.mark.rule("GB2-COMPONENT-03", "GB2-FAQ-01")
def test_plazms_are_made_of_nine_super_plazms(owner: Owner, box: Box) -> None:
    assert plazms_used(box, {"grand_plazm": 2, "hyper_plazm": 1}) == 8
    assert plazms_used(box, {"grand_plazm": 1, "hyper_plazm": 2, "super_plazm": 2}) == 9
    owner.types(
        "scenarios/mine",
        _SCENARIO + "entities: {grand_plazm: 1, hyper_plazm: 2, super_plazm: 2}\nspirit_world: {}\n",
    )
    assert owner.findings() == []
    owner.types(
        "scenarios/mine",
        _SCENARIO + "entities: {grand_plazm: 1, hyper_plazm: 2, super_plazm: 3}\nspirit_world: {}\n",
    )
    assert owner.findings() == [
        "scenarios/mine.yaml:9:1: entities: the Plazms on the map take 10 Super-Plazms, 9 exist "
        "(shipped:components/box.yaml:13)"
    ]


@pytest.mark.rule("GB2-GOO-03", "GB2-SPIRIT-01", "GB2-SCENARIO-91", "GB2-GOODECK-01")
def test_what_is_missing_is_reported_and_not_taken_for_zero(owner: Owner) -> None:
    owner.types("scenarios/mine", "name: Mine\ngoo_timer: 3\ndeck: {equipment: 5, event: 4}\n")
    assert owner.findings() == [
        "scenarios/mine.yaml:1:1: goo_maximum: the Goo Timer's maximum is missing",
        "scenarios/mine.yaml:1:1: spirit_world: the list of the Spirit World is missing",
        "scenarios/mine.yaml:1:1: success: how the Scenario is won is missing",
        "scenarios/mine.yaml:3:1: deck.remove: how many Goo Pile Cards are removed is missing",
    ]
    assert owner.library.typed().scenarios["mine"].spirit_world is None


@pytest.mark.rule("GB2-GOO-03")
def test_a_start_above_the_maximum(owner: Owner) -> None:
    owner.types("scenarios/mine", _SCENARIO.replace("goo_timer: 3", "goo_timer: 7") + "spirit_world: {}\n")
    assert owner.findings() == [
        "scenarios/mine.yaml:4:1: goo_timer: the Goo Timer starts at 7, its maximum is 6 "
        "(scenarios/mine.yaml:5)"
    ]


@pytest.mark.rule("GB2-GOODECK-01", "GB2-ERRATA-02", "GB2-ERRATA-45")
def test_size_of_the_goo_pile_deck(box: Box) -> None:
    def size(deck: Deck) -> int | None:
        return deck_size(Scenario(id="x", name="X", deck=deck))

    assert size(Deck(equipment=5, event=4, remove=1)) == 8
    assert size(Deck(equipment=3, event=2, remove=2, add=("polarity_rectification_tripods_a",))) == 4
    assert size(Deck(equipment=4, event=2, remove=2, add=("polarity_rectification_tripods_a",))) == 5
    assert size(Deck(equipment=5, event=4)) is None
    assert deck_size(box.scenarios["sea_fright_4"]) == 8


@pytest.mark.rule("GB2-MAPSETUP-05")
def test_the_foot_of_a_scenario_card(owner: Owner) -> None:
    owner.types("scenarios/mine", _SCENARIO + "spirit_world: {jail_jaw: 2, x_cop: 1}\n")
    assert owner.findings() == []
    scenario = owner.library.typed().scenarios["mine"]
    assert (sum(scenario.spirit_world.values()), scenario.goo_timer, scenario.goo_maximum) == (3, 3, 6)


@pytest.mark.rule("GB2-MAPSETUP-04")
def test_one_entity_a_space_and_all_in_the_key(owner: Owner) -> None:
    owner.types(
        "maps/mine",
        "name: Mine\ncomplete: yes\nkey: [jail_jaw, goo_pile]\nspots:\n"
        "  - {what: jail_jaw, space: [3, 3]}\n  - {what: x_cop, space: [3, 3]}\n  - {what: goo_pile, "
        "space: [3, 3]}\n",
    )
    assert owner.findings() == [
        "maps/mine.yaml:6:19: spots.2.space: x_cop stands on (3,3), where jail_jaw stands already "
        "(maps/mine.yaml:5)",
        "maps/mine.yaml:6:6: spots.2.what: x_cop stands on the map, but not in the Map Key "
        "(maps/mine.yaml:3)",
    ]


@pytest.mark.rule("GB2-MAPSETUP-04")
def test_map_and_scenario_must_count_alike(owner: Owner) -> None:
    owner.types("scenarios/mine", _SCENARIO + "entities: {jail_jaw: 2}\nspirit_world: {}\ngoo_piles: 8\n")
    owner.types(
        "maps/mine",
        "name: Mine\ncomplete: yes\nkey: [jail_jaw]\nspots:\n  - {what: jail_jaw, space: [3, 3]}\n",
    )
    assert owner.findings() == [
        "maps/mine.yaml:4:1: spots: 1 jail_jaw stand on the map, the Scenario counts 2 "
        "(scenarios/mine.yaml:9)",
        "maps/mine.yaml:4:1: spots: 0 goo_pile stand on the map, the Scenario counts 8 "
        "(scenarios/mine.yaml:11)",
    ]


_SCENARIO = """name: Mine
campaign: mine
number: 1
goo_timer: 3
goo_maximum: 6
success: [{kind: told, text: We say so.}]
deck: {equipment: 5, event: 4, remove: 1}
ecto_1a: yes
"""


# -- corrections -----------------------------------------------------------------------------------


@pytest.mark.rule(*(f"GB2-ERRATA-{number:02d}" for number in (13, 14, 34, 44, 48, 53)))
def test_every_official_correction_is_there_with_its_source(shipped: Library, box: Box) -> None:
    rows = {rule.partition("/")[0] for rule in shipped.corrections}
    assert rows == {f"GB2-ERRATA-{number:02d}" for number in range(1, 54)}
    for correction in shipped.corrections.values():
        assert correction.source.startswith("Corrections, ")
        assert correction.about.endswith(".")
        if correction.kind != "rulebook":
            assert correction.id in shipped.cards[correction.kind]
    assert box.maps["scoleri_4"].tiles == {"1,1": "R10", "2,middle": "R6"}
    assert box.maps["sea_fright_2"].tiles == {"last,middle": "R4"}
    assert "light green" in box.maps["plazm_phenomenon_1"].corrections[0]
    # What hitting the Titanic Ghost does is a picture: nothing is made up, the players follow the card.
    assert box.entities["titanic_ghost"].when_hit is None
    assert "Follow the new card" in box.entities["titanic_ghost"].corrections[0]
    assert [box.maps[id].playable for id in ("pvp_1", "pvp_2", "vigo_1")] == [False, False, True]


_KEYS: Mapping[str, tuple[str, ...]] = {
    "scoleri_2": ("nunzio_scoleri", "open_gate"),
    "scoleri_4": ("jail_jaw", "open_gate", "goo_pile"),
    "washington_4": ("mail_fraud", "granny_gross"),
    "vigo_3": ("brain_matter",),
    "vigo_4": ("janosz_poha", "jail_jaw", "mega_plazm"),
    "killerwatt_4": ("snake_head", "x_cop"),
    "plazm_phenomenon_1": ("open_gate",),
    "plazm_phenomenon_2": ("open_gate", "goo_pile"),
    "sea_fright_2": ("soar_throat", "snake_head"),
    "sea_fright_4": ("street_creeper", "brain_matter", "soar_throat", "snake_head"),
}


@pytest.mark.rule(*(f"GB2-ERRATA-{n:02d}" for n in (7, 8, 10, 11, 12, 20, 21, 27, 30, 31, 33, 36, 37, 46)))
@pytest.mark.parametrize("id", _KEYS)
def test_map_keys_gain_what_was_forgotten(owner: Owner, box: Box, id: str) -> None:
    assert box.maps[id].key == _KEYS[id]
    owner.types(f"maps/{id}", "key: [vigo, closed_gate]\n")
    assert owner.library.typed().maps[id].key == ("vigo", "closed_gate", *_KEYS[id])
    owner.types(f"maps/{id}", f"key: [{', '.join(_KEYS[id])}]\n")
    library = owner.library
    assert library.typed().maps[id].key == _KEYS[id]
    assert library.misprints == []


@pytest.mark.rule("GB2-ERRATA-09")
def test_no_mail_fraud_in_electric_chairman_of_the_board(owner: Owner) -> None:
    owner.types("maps/scoleri_2", "key: [mail_fraud, tony_scoleri]\n")
    library = owner.library
    assert "mail_fraud" not in library.typed().maps["scoleri_2"].key
    assert "GB2-ERRATA-09" in {misprint.rule for misprint in library.misprints}


@pytest.mark.rule("GB2-ERRATA-25", "GB2-ERRATA-26")
def test_wrong_icons_in_the_key_of_vigo_4(owner: Owner) -> None:
    owner.types("maps/vigo_4", "key: [tony_scoleri, nunzio_scoleri, mega_plazm]\n")
    assert owner.library.typed().maps["vigo_4"].key == ("mega_plazm", "janosz_poha", "jail_jaw")


@pytest.mark.rule("GB2-ERRATA-23")
def test_mail_frauds_on_two_tiles_of_vigo_3_are_brain_matters(owner: Owner) -> None:
    owner.types(
        "maps/vigo_3",
        "spots: [{what: mail_fraud, tile: B5}, {what: mail_fraud, tile: R12}, {what: mail_fraud, "
        "tile: R1}]\n",
    )
    spots = owner.library.typed().maps["vigo_3"].spots
    assert [(spot.what, spot.tile) for spot in spots] == [
        ("brain_matter", "B5"),
        ("brain_matter", "R12"),
        ("mail_fraud", "R1"),
    ]


@pytest.mark.rule("GB2-ERRATA-39", "GB2-ERRATA-40", "GB2-ERRATA-28")
def test_figures_on_maps(owner: Owner, box: Box) -> None:
    owner.types(
        "maps/plazm_phenomenon_3",
        "spots: [{what: titanic_ghost, tile: M3}, {what: street_creeper, tile: B1}]\n",
    )
    spots = owner.library.typed().maps["plazm_phenomenon_3"].spots
    assert [(spot.what, spot.tile) for spot in spots] == [
        ("theatre_ghost", "M3"),
        ("street_creeper", "B1"),
        ("goo_pile", "B1"),
    ]
    (gate,) = box.maps["killerwatt_2"].spots
    assert (gate.what, gate.tile, gate.where) == ("open_gate", "WH1", "1 space left of the Street Creeper")


_FIGURES: tuple[tuple[str, str, str, Any, Any, str, str], ...] = (
    (
        "06",
        "scenarios/scoleri_2",
        "goo_timer",
        1,
        3,
        "Electric Chairman of the Board",
        "Scoleri Brothers #2",
    ),
    (
        "16",
        "scenarios/washington_4",
        "gate_name",
        "Sling Gate",
        "Gravity Gate",
        "Washington Scare 4",
        "Washington Scare #4",
    ),
    (
        "22",
        "scenarios/vigo_3",
        "gate_to_hit",
        4,
        3,
        "Vigo 3",
        "Vigo #3",
    ),
    (
        "29",
        "scenarios/killerwatt_4",
        "goo_timer",
        1,
        4,
        "Killerwatt 4",
        "Killerwatt #4",
    ),
    (
        "42",
        "scenarios/sea_fright_1",
        "gate_to_close",
        3,
        2,
        "Sea Fright 1",
        "Sea Fright #1",
    ),
    (
        "49",
        "entities/hyper_plazm",
        "to_hit",
        3,
        4,
        "Hyper-Plazm",
        "Hyper-Plazm card",
    ),
    (
        "50",
        "entities/hyper_plazm",
        "to_extract",
        4,
        "none",
        "Hyper-Plazm",
        "Hyper-Plazm card",
    ),
    (
        "51",
        "entities/grand_plazm",
        "to_hit",
        4,
        5,
        "Grand-Plazm",
        "Grand-Plazm card",
    ),
    (
        "52",
        "entities/grand_plazm",
        "to_extract",
        5,
        "none",
        "Grand-Plazm",
        "Grand-Plazm card",
    ),
)


@pytest.mark.rule(*(f"GB2-ERRATA-{row[0]}" for row in _FIGURES))
@pytest.mark.parametrize("row", _FIGURES, ids=lambda row: f"ERRATA-{row[0]}")
def test_a_misprinted_figure_is_told_and_overruled_unless_kept(
    owner: Owner, box: Box, row: tuple[str, str, str, Any, Any, str, str]
) -> None:
    _, card, field, printed, right, name, source = row
    folder, id = card.split("/")
    assert getattr(getattr(box, folder)[id], field) == right
    owner.types(card, f"{field}: {printed}\n")
    library = owner.library
    assert getattr(getattr(library.typed(), folder)[id], field) == right
    (misprint,) = library.misprints
    assert str(misprint.text) == (
        f"{name}, {field}: the card says {printed}. {right} is right (Corrections, {source})."
    )
    assert library.judge(folder, id, field, printed) == [misprint]
    assert library.judge(folder, id, field, right) == []
    library.settle(misprint.rule, keep=True)
    assert getattr(getattr(owner.library.typed(), folder)[id], field) == printed
    assert owner.library.misprints == []


@pytest.mark.rule("GB2-ERRATA-24", "GB2-ERRATA-32")
def test_what_hits_the_gates(owner: Owner, box: Box) -> None:
    assert set(box.scenarios["vigo_4"].gate_packs) == {"proton", "slime"}
    assert box.scenarios["plazm_phenomenon_1"].gate_packs == ("slime",)
    owner.types("scenarios/vigo_4", "gate_packs: [slime]\n")
    assert set(owner.library.typed().scenarios["vigo_4"].gate_packs) == {"proton", "slime"}
    owner.types("scenarios/vigo_4", "gate_packs: [slime, proton]\n")
    assert owner.library.misprints == []


@pytest.mark.rule("GB2-ERRATA-15", "GB2-ERRATA-43")
def test_who_is_in_the_spirit_world(owner: Owner, box: Box) -> None:
    assert box.scenarios["washington_3"].spirit_world is None
    assert box.scenarios["sea_fright_2"].spirit_world == {"soar_throat": 2, "snake_head": 2}
    owner.types("scenarios/washington_3", "spirit_world: {street_creeper: 3}\n")
    assert owner.library.typed().scenarios["washington_3"].spirit_world == {
        "street_creeper": 3,
        "jail_jaw": 2,
    }
    owner.types("scenarios/washington_3", "spirit_world: {street_creeper: 3, jail_jaw: 2}\n")
    assert owner.library.misprints == []


@pytest.mark.rule("GB2-ERRATA-45")
def test_a_deck_that_is_half_typed_is_no_misprint(owner: Owner) -> None:
    owner.types("scenarios/sea_fright_4", "deck: {equipment: 5}\n")
    library = owner.library
    assert library.misprints == []
    assert deck_size(library.typed().scenarios["sea_fright_4"]) == 8
    owner.types("scenarios/sea_fright_4", "deck: {equipment: 5, event: 5, remove: 1}\n")
    library = owner.library
    assert [misprint.rule for misprint in library.misprints] == ["GB2-ERRATA-45"]
    assert deck_size(library.typed().scenarios["sea_fright_4"]) == 8


@pytest.mark.rule("GB2-ERRATA-18", "GB2-ERRATA-19")
def test_event_die_of_washington_4(box: Box) -> None:
    for side in ("open", "closed"):
        emerge, tell = getattr(box.scenarios["washington_4"], f"event_{side}")
        assert emerge.gate == f"each_{side}"
        assert (
            f"Each Ghost that a{'n' if side == 'open' else ''} {side} Gate sees moves 2 spaces" in tell.text
        )


@pytest.mark.rule(
    "GB2-ERRATA-05", "GB2-ERRATA-17", "GB2-ERRATA-35", "GB2-ERRATA-38", "GB2-ERRATA-41", "GB2-ERRATA-47"
)
def test_what_no_figure_can_hold_is_told_at_set_up(owner: Owner, box: Box) -> None:
    scenarios = box.scenarios
    assert "emerge at a random Gate" in scenarios["scoleri_2"].corrections[0]
    assert "at the end of each round" in scenarios["washington_4"].corrections[0]
    assert "Hemo-Plazm card in its place" in scenarios["plazm_phenomenon_1"].corrections[0]
    assert "Hemo-Plazm card in its place" in scenarios["plazm_phenomenon_2"].corrections[0]
    assert "the move to a Ghostbuster, not" in scenarios["plazm_phenomenon_4"].corrections[0]
    assert "Pushed" in box.entities["theatre_ghost"].corrections[0]
    owner.types(
        "scenarios/plazm_phenomenon_4",
        "goo_timer: 3\ngoo_maximum: 6\nspirit_world: {}\nentities: {theatre_ghost: 1}\ngates: []\n"
        "goo_piles: 0\n"
        "deck: {equipment: 0, event: 0, key_item: 0, remove: 0}\n",
    )
    session = Session(GAME, Opening(GAME.id, {"scenario": "plazm_phenomenon_4"}, owner.library.shelf()))
    told = []
    while session.pending is not None and session.table.phase == "set_up" and len(told) < 20:
        prompt = session.pending.prompt
        told.append(str(prompt.text))
        assert session.answer("ok" if isinstance(prompt, Tell) else "done") is None
    assert scenarios["plazm_phenomenon_4"].corrections[0] in told
    assert box.entities["theatre_ghost"].corrections[0] in told


@pytest.mark.rule("GB2-ERRATA-01")
def test_corrections_of_the_rulebook_itself_are_kept_with_their_source(shipped: Library) -> None:
    corrections = shipped.corrections
    assert "Key Items are kept" in corrections["GB2-ERRATA-01"].about
    assert (corrections["GB2-ERRATA-02"].printed, corrections["GB2-ERRATA-02"].right) == (4, 3)
    assert (corrections["GB2-ERRATA-04"].printed, corrections["GB2-ERRATA-04"].right) == (1, 2)
    assert "outside of Lady Liberty" in corrections["GB2-ERRATA-03"].about


# -- asked once ----------------------------------------------------------------------------------------


def test_what_was_read_off_a_card_in_play_is_never_asked_again(owner: Owner) -> None:
    library = owner.library
    opening = Opening(GAME.id, {"scenario": "vigo_1"}, library.shelf())
    session = Session(GAME, opening)
    asked = []
    for _ in range(40):
        if session.pending is None or len(asked) >= 10:
            break
        prompt = session.pending.prompt
        value = GAME.suggest(session.table, prompt) if not hasattr(prompt, "default") else prompt.default
        if isinstance(prompt, Choose) and not value:
            value = prompt.options[0].id
        assert session.answer("ok" if isinstance(prompt, Tell) else value) is None
        for notice in session.notices:
            if notice.kind == "learned":
                asked.append(str(prompt.title))
                assert library.learned(notice.data) is not None
    assert "Vigo 1: Goo Timer maximum?" in asked
    assert "Goo Pile deck: Event cards?" in asked
    again = Session(GAME, Opening(GAME.id, {"scenario": "vigo_1"}, owner.library.shelf()))
    assert again.pending is not None
    assert str(again.pending.prompt.title) not in asked


@pytest.mark.rule("GB2-ERRATA-06")
@pytest.mark.parametrize(("answer", "timer"), [("right", 3), ("printed", 1)])
def test_a_misprint_is_decided_at_the_table_once(owner: Owner, answer: str, timer: int) -> None:
    owner.types("scenarios/scoleri_2", "goo_timer: 1\n")
    options = {"scenario": "scoleri_2"}
    library = owner.library
    session = Session(GAME, Opening(GAME.id, options, library.shelf()))
    assert session.pending is not None
    prompt = session.pending.prompt
    assert str(prompt.title) == "Misprint: Electric Chairman of the Board"
    assert str(prompt.text) == (
        "Official: The Goo Timer starts at 3, not at 1. (Corrections, Scoleri Brothers #2)"
    )
    assert [str(one.label) for one in prompt.options] == ["Take 3", "Keep 1"]
    assert session.answer(answer) is None
    assert session.table.scenario.goo_timer == timer
    (notice,) = [one for one in session.notices if one.kind == "misprint"]
    cards = Cards(owner.root)
    cards.learn(GAME, notice.data)

    again = Session(GAME, Opening(GAME.id, options, Cards(owner.root).shelf(GAME)))
    assert again.pending is not None
    assert "Misprint" not in str(again.pending.prompt.title)
    assert again.table.scenario.goo_timer == timer


def test_a_deck_that_is_kept_as_printed(owner: Owner) -> None:
    owner.types("scenarios/sea_fright_4", "deck: {equipment: 4, event: 4, remove: 0}\n")
    session = Session(GAME, Opening(GAME.id, {"scenario": "sea_fright_4"}, owner.library.shelf()))
    assert session.answer("printed") is None
    assert session.table.scenario.deck == Deck(equipment=4, event=4, remove=0)


def test_what_cannot_be_kept_is_only_told(owner: Owner) -> None:
    path = owner.types("entities/vigo", "to_hit: [\n")
    told: list[str] = []
    cards = Cards(owner.root, told.append)
    cards.learn(GAME, {"card": "vigo", "field": "to_hit", "value": 5})
    cards.learn(GAME, {"card": "nobody", "field": "to_hit", "value": 5})
    assert len(told) == 2
    assert all(line.startswith(f"{path}:2:1: ") for line in told)
    assert path.read_text() == "to_hit: [\n"
