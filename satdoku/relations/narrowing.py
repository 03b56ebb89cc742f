"""The values that relations leave to their variables, each passing its exclusions to the others."""

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

    Values that one relation excludes are taken out of ``left``, which the others then read, until
    nothing changes or a variable has no value. A contradiction that takes several relations at once
    may stay unseen.

    users    the places of the relations about each variable
    waiting  the places of the relations to begin with (all by default): those about the variables
             that were narrowed last
    """
    queue = dict.fromkeys(range(len(relations)) if waiting is None else waiting)
    while queue:
        tick()
        place = next(iter(queue))
        del queue[place]
        for variable, values in support(relations[place], left).items():
            if not values:
                left[variable] = values
                return False
            if values != left[variable]:
                left[variable] = values
                queue.update(dict.fromkeys(users[variable]))
    return True
