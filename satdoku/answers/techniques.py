"""The facts about a technique, as plain data."""

from __future__ import annotations

from collections.abc import Mapping

from satdoku.answers.json_object import JsonObject
from satdoku.base.records import dataclass
from satdoku.explaining.names import title
from satdoku.messages import SOURCE, Lang, languages
from satdoku.rating import PRESETS, preset
from satdoku.rating.names import technique_names
from satdoku.rating.proofs import added_names
from satdoku.rating.scales import SE
from satdoku.techniques.base import Technique
from satdoku.techniques.names.traditions import TRADITIONS, named_by
from satdoku.techniques.names.vocabulary import is_kin, is_special_case, members, term


@dataclass(frozen=True, slots=True)
class NameRecord(JsonObject):
    """A name of a technique in a tradition.

    tradition   the program or site
    name        its name there
    techniques  the techniques of the catalogue for this name; empty if there are none
    special     whether it is the name of a special case that these techniques find
    kin         whether it is the name of a related variant that these techniques do not search for
    """

    tradition: str
    name: str
    techniques: tuple[str, ...]
    special: bool
    kin: bool


@dataclass(frozen=True, slots=True)
class TechniqueRecord(JsonObject):
    """The facts about a technique.

    technique  its name in the catalogue; ``title`` is its name for people, in English, and
               ``titles`` has it by language (``en``)
    family     the module that finds it
    se         Sudoku Explainer's rating or range; null where it is not on that scale
    aliases    its other names
    covers     names of special cases that it finds
    presets    the presets that use it
    """

    NULL = ("se",)

    technique: str
    title: str
    titles: Mapping[str, str]
    family: str
    se: str | None
    aliases: tuple[str, ...]
    covers: tuple[str, ...]
    needs_uniqueness: bool
    presets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TechniqueList(JsonObject):
    """Techniques."""

    techniques: tuple[TechniqueRecord, ...]

    def text(self, lang: Lang | None = None) -> str:
        """A line a technique: its name, and its name for people."""
        own = lang or SOURCE
        return "\n".join(f"{one.technique}: {one.titles[own]}" for one in self.techniques)


def technique_record(search: Technique) -> TechniqueRecord:
    """The names, the rating and the presets of a technique."""
    names = term(search.name)
    return TechniqueRecord(
        technique=search.name,
        title=names.title,
        titles={lang: title(search.name, lang) for lang in languages()},
        family=search.file,
        se=SE.rating_of(search.name),
        aliases=tuple(names.aliases),
        covers=names.covers,
        needs_uniqueness=search.needs_uniqueness,
        presets=tuple(name for name in PRESETS if search.name in _used(name)),
    )


def _used(name: str) -> set[str]:
    """The searches of a preset, what their steps are called, and what is added to it."""
    own = preset(name)
    searches = [entry.search.name for entry in own.entries]
    return {*searches, *technique_names(name), *added_names(own)}


def names_of_traditions() -> tuple[NameRecord, ...]:
    """Every name of every tradition, with the techniques that it stands for."""
    return tuple(
        NameRecord(
            tradition,
            name,
            () if own is None else members(own) or (own,),
            is_special_case(name),
            is_kin(name),
        )
        for tradition in TRADITIONS
        for name, own in named_by(tradition).items()
    )
