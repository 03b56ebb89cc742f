"""What relations leave to their variables, each passing on to the others what it excludes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from satdoku.base.limits import tick
from satdoku.relations.basic import Variable
from satdoku.relations.kinds import Relation, support, variables_of


def users_of(relations: Sequence[Relation]) -> dict[Variable, list[int]]:
    """The places of the relations about each variable."""
    users: dict[Variable, list[int]] = {}
    for place, relation in enumerate(relations):
        for variable in set(variables_of(relation)):
            users.setdefault(variable, []).append(place)
    return users


def narrow(
    relations: Sequence[Relation],
    left: dict[Variable, frozenset[int]],
    users: Mapping[Variable, Sequence[int]],
    waiting: Iterable[int] | None = None,
) -> bool:
    """Whether each relation leaves every variable a value of those in ``left``.

    What one relation excludes is taken out of ``left`` and passed on to the others until nothing
    changes or a variable has no value. A contradiction that takes several relations at once may
    stay unseen.

    users    the places of the relations about each variable
    waiting  those to begin with, all where nothing is known: about what was narrowed last
    """
    asked = dict.fromkeys(range(len(relations)) if waiting is None else waiting)
    while asked:
        tick()
        place = next(iter(asked))
        del asked[place]
        for variable, values in support(relations[place], left).items():
            if not values:
                left[variable] = values
                return False
            if values != left[variable]:
                left[variable] = values
                asked.update(dict.fromkeys(users[variable]))
    return True
