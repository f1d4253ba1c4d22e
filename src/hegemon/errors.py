"""Every error that bad input can cause. Messages name the offending item and, where there is one, the fix."""


class HegemonError(Exception):
    """Base of all errors a user can cause; the command line prints it as one line and exits with 2."""

    def __init__(self, message: object = "") -> None:
        super().__init__(" ".join(str(message).split()))


class SpecError(HegemonError):
    """A spec string such as ``random(seed=1)`` that cannot be read."""


class MapError(HegemonError):
    """A map that is malformed, unknown, or unfit for the rules."""


class RulesError(HegemonError):
    """An unknown rules preset or an impossible value of a rules field."""


class GameError(HegemonError):
    """A map and rules that cannot be played together, or a verb used in the wrong phase."""


class NotationError(HegemonError):
    """Text that is not a position, an order or a plan."""


class IllegalPlanError(HegemonError):
    """A plan that the rules refuse."""


class IllegalActionError(HegemonError):
    """A decision that the rules do not allow now."""


class RecordError(HegemonError):
    """A game record that is damaged or does not replay."""


class AgentError(HegemonError):
    """An unknown agent, a wrong agent setting, or an agent that failed."""


class StatisticsError(HegemonError):
    """Results that cannot be counted, or a question that they cannot answer."""


class SearchError(HegemonError):
    """A wrong search setting, or an evaluator whose answer does not fit."""


class TournamentError(HegemonError):
    """A tournament that cannot be played as described."""


class StoreError(HegemonError):
    """A store of games that cannot be opened, read or written."""


class ReportError(HegemonError):
    """A report or an export that cannot be made or written."""


class NetError(HegemonError):
    """A network file that is damaged or does not fit, or a position that a network cannot judge."""
