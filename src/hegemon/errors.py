"""Exceptions raised for invalid input. A message names the offending item and, if possible, the fix."""

from collections.abc import Sequence


class HegemonError(Exception):
    """Base class of all errors caused by the user. The command line prints it as one line and exits with code 2."""

    def __init__(self, message: object = "") -> None:
        super().__init__(" ".join(str(message).split()))


class SpecError(HegemonError):
    """A spec string such as ``random(seed=1)`` that cannot be parsed."""


class MapError(HegemonError):
    """A map that is malformed, unknown, or incompatible with the rules."""


class RulesError(HegemonError):
    """An unknown rules preset or an impossible value of a rules field."""


class GameError(HegemonError):
    """A map and rules that cannot be combined, or a method called in the wrong phase."""


class NotationError(HegemonError):
    """Text that is not a position, an order or a plan."""


class IllegalDecisionError(HegemonError):
    """A decision that the rules do not allow now: whose it was, and every reason."""

    def __init__(self, message: object = "", seat: int = 0, reasons: Sequence[object] = ()) -> None:
        super().__init__(message)
        self.seat = seat
        self.reasons = tuple(reasons) or (str(self),)


class IllegalPlanError(IllegalDecisionError):
    """A plan that the rules reject."""


class IllegalActionError(IllegalDecisionError):
    """An action that the rules do not allow now."""


class RecordError(HegemonError):
    """A game record that is damaged or does not replay."""


class AgentError(HegemonError):
    """An unknown agent, a wrong agent setting, or an agent that failed."""


class AgentLateError(AgentError):
    """The program of an agent gave no answer in time."""


class AgentFailure(AgentError):
    """A forfeit, where forfeits are raised (`on_error="raise"`). A note has the traceback, if there is one."""


class CheckFailed(HegemonError, AssertionError):
    """A check of hegemon.testing found problems: the first is the message, a note has the whole report."""


class StatisticsError(HegemonError):
    """Invalid results, or results that are insufficient for the request."""


class SearchError(HegemonError):
    """An invalid search setting, or an evaluator that returns an invalid result."""


class TournamentError(HegemonError):
    """A tournament that cannot be played as described."""


class StoreError(HegemonError):
    """A store of games that cannot be opened, read or written."""


class ReportError(HegemonError):
    """A report or an export that cannot be created or written."""


class NetError(HegemonError):
    """A network file that is damaged or does not fit, or a position that a network cannot evaluate."""


class TrainingError(HegemonError):
    """Invalid settings of a training, or a file or folder that does not fit it."""


class ProtocolError(HegemonError):
    """A message of the bot protocol or of the engine that is malformed; `field` is the place in it."""

    def __init__(self, message: object = "", field: str = "") -> None:
        super().__init__(message)
        self.field = field
