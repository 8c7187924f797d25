"""Setting types of the knight's studies: rules, orders, tie-breaks, and walks (a rule with an order)."""

from typing import Annotated, Any, Literal, get_args

from pydantic import BeforeValidator

from gridpuzzles.knight.model import DEFAULT_ORDER, Rule, check_order, check_rule
from gridpuzzles.study import Settings


def _parse_order(value: Any) -> str:
    """Return the order; YAML reads an order without quotes as a number."""
    return check_order(str(value) if isinstance(value, int) and not isinstance(value, bool) else value)


OrderName = Annotated[str, BeforeValidator(_parse_order)]
RuleName = Annotated[Rule, BeforeValidator(check_rule)]


TieBreakName = Literal["fixed", "random", "outermost", "corner_distance", "roth", "pohl", "deep", "switching"]
TIE_BREAKS: tuple[TieBreakName, ...] = get_args(TieBreakName)
"""The ways of breaking ties; `gridpuzzles.knight.tiebreaks` defines them."""


class Walk(Settings):
    """A rule with an order: what decides every step from a given start."""

    rule: RuleName = "standard"
    order: OrderName = DEFAULT_ORDER

    @property
    def label(self) -> str:
        """How figures name it."""
        return f"{self.rule}, {self.order}"
