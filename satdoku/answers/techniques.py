"""What is known of a technique, as plain data."""

from __future__ import annotations

from satdoku.explaining.names import title
from satdoku.messages import languages
from satdoku.rating import PRESETS, preset
from satdoku.rating.names import technique_names
from satdoku.rating.proofs import added_names
from satdoku.rating.scales import SE
from satdoku.records.steps import NameRecord, TechniqueRecord
from satdoku.techniques.base import Technique
from satdoku.techniques.names.traditions import TRADITIONS, named_by
from satdoku.techniques.names.vocabulary import is_kin, is_special_case, members, term


def technique_record(found: Technique) -> TechniqueRecord:
    """The names, the rating and the presets of a technique."""
    names = term(found.name)
    return TechniqueRecord(
        technique=found.name,
        title=names.title,
        titles={lang: title(found.name, lang) for lang in languages()},
        family=found.file,
        se=SE.rating_of(found.name),
        aliases=tuple(names.aliases),
        covers=names.covers,
        needs_uniqueness=found.needs_uniqueness,
        presets=tuple(name for name in PRESETS if found.name in _used(name)),
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
