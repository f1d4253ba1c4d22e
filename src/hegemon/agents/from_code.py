"""Agents of other people's code: classes of a file, or of an installed package."""

from __future__ import annotations

import importlib.util
import inspect
import sys
from collections.abc import Callable, Mapping
from dataclasses import is_dataclass
from functools import cache
from pathlib import Path
from typing import Annotated, Literal, cast, get_args, get_origin, get_type_hints

from hegemon._fields import Range, hints, require_allowed, require_known
from hegemon._plugins import Plugin
from hegemon._spec import Spec, Value
from hegemon._words import did_you_mean
from hegemon.agents.base import VERBS, Agent
from hegemon.agents.failures import error_line, error_traceback, place_in
from hegemon.errors import AgentError


def file_agent(spec: Spec) -> Agent:
    """The agent of a spec such as path/to/file.py:Class(setting=1)."""
    file, _, name = spec.name.rpartition(":")
    if not file:
        classes = _agent_classes(_load(Path(spec.name)))
        raise AgentError(f"agent {spec.name}: name the class too, e.g. {spec.name}:{(classes or ['MyAgent'])[0]}")
    module = _load(Path(file))
    cls: object = getattr(module, name, None)
    if not inspect.isclass(cls):
        classes = _agent_classes(module)
        hint = f"; {did_you_mean(name, classes)}" if classes else ""
        raise AgentError(f"agent {spec.name}: there is no class {name} in {file}{hint}")
    return _made(cls, spec, f"class {name}", Path(file))


def plugin_agent(plugin: Plugin, spec: Spec) -> Agent:
    """The agent of an installed package: a class, or a function that makes one."""
    found = plugin.load(AgentError)
    if not callable(found):
        raise AgentError(f"{plugin} is {found!r:.60}, not a class")
    home = getattr(sys.modules.get(getattr(found, "__module__", "")), "__file__", None)
    return _made(found, spec, str(plugin), Path(home or plugin.value))


def settings_of(made_by: object) -> type | None:
    """The checked settings of a class, if it has some."""
    settings: object = getattr(made_by, "Settings", None)
    return settings if isinstance(settings, type) and is_dataclass(settings) else None


def checked_settings(cls: type, spec: Spec) -> object:
    """The settings of a spec as an instance of their dataclass."""
    require_named(spec)
    require_known(spec.settings, cls, f"agent {spec.name}", AgentError)
    for name, value in spec.settings.items():
        require_allowed(name, value, hints(cls)[name], f"agent {spec.name}", AgentError)
    make: Callable[..., object] = cls
    return make(**spec.settings)


def require_named(spec: Spec) -> None:
    if spec.positional:
        raise AgentError(f"agent {spec}: settings need a name, e.g. {spec.name}(key=value)")


def _made(found: object, spec: Spec, what: str, file: Path) -> Agent:
    if inspect.isclass(found):
        _require_methods(found, spec, what)
    make = cast(Callable[..., Agent], found)
    settings = settings_of(found)
    if settings is not None:
        checked = checked_settings(settings, spec)
        return _called(lambda: make(checked), spec, file)
    require_arguments(found, spec)
    made = _called(lambda: make(*spec.positional, **spec.settings), spec, file)
    if not inspect.isclass(found):
        _require_methods(made, spec, what)
    return made


def _called(make: Callable[[], Agent], spec: Spec, file: Path) -> Agent:
    try:
        return make()
    except AgentError:
        raise
    except (Exception, SystemExit) as error:  # other people's code
        raise _failed(f"agent {spec.name}", error, file) from None


def _require_methods(found: object, spec: Spec, what: str) -> None:
    if not callable(getattr(found, "begin", None)):
        raise AgentError(f"agent {spec.name}: {what} has no method begin; see docs/agents.md")
    if not any(callable(getattr(found, verb, None)) for verb in VERBS.values()):
        raise AgentError(f"agent {spec.name}: {what} has no method plan (or act); see docs/agents.md")


def require_arguments(make: object, spec: Spec) -> None:
    """An AgentError for a setting that the constructor does not have, or whose type it says is another."""
    try:
        parameters: Mapping[str, inspect.Parameter] = inspect.signature(make).parameters  # type: ignore[arg-type]
    except (TypeError, ValueError):  # a class of compiled code
        return
    given = dict(zip(parameters, spec.positional, strict=False)) | spec.settings
    if not any(parameter.kind is parameter.VAR_KEYWORD for parameter in parameters.values()):
        for name in spec.settings:
            if name not in parameters:
                known = list(parameters)
                options = f"it has {', '.join(known)}" if known else "it has none"
                raise AgentError(f"agent {spec.name} has no setting {name}; {did_you_mean(name, known, options)}")
    known_hints = _hints(make)
    for name, value in given.items():
        wanted = _wanted(known_hints.get(name), parameters[name].default) if name in parameters else ""
        if wanted and not _is(value, wanted):
            quoted = f'; write {name}="{value}" for text' if wanted == "text" else ""
            raise AgentError(f"agent {spec.name}: {name}={value!r} is not allowed; expected {wanted}{quoted}")


def _hints(make: object) -> Mapping[str, object]:
    """The type hints of a constructor or function, as far as they can be read."""
    try:
        return get_type_hints(getattr(make, "__init__") if inspect.isclass(make) else make, include_extras=True)  # noqa: B009
    except Exception:  # a name that exists for type checkers only
        return {}


def _wanted(hint: object, default: object) -> str:
    """What a parameter takes, in words, by its hint or else by its default; empty if that is not known."""
    kind = get_args(hint)[0] if get_origin(hint) is Annotated else hint
    if get_origin(kind) is Literal:
        return "one of " + ", ".join(map(str, get_args(kind)))
    if kind is None:
        return {bool: "true or false", int: "a number", float: "a number"}.get(type(default), "")
    names: dict[object, str] = {bool: "true or false", int: "a whole number", float: "a number", str: "text"}
    limits = next((note for note in getattr(hint, "__metadata__", ()) if isinstance(note, Range)), None)
    found = names.get(kind, "")
    return f"{found} from {limits.low:g} to {limits.high:g}" if found and limits else found


def _is(value: Value, wanted: str) -> bool:
    if wanted.startswith("one of "):
        return str(value) in wanted.removeprefix("one of ").split(", ")
    if wanted in ("true or false", "text"):
        return isinstance(value, bool if wanted == "true or false" else str)
    number = int if wanted.startswith("a whole") else (int, float)
    if isinstance(value, bool) or not isinstance(value, number):
        return False
    low, _, high = wanted.partition(" from ")[2].partition(" to ")
    return not high or float(low) <= float(value) <= float(high)


def _agent_classes(module: object) -> list[str]:
    """The names of the agents that a file defines."""
    home = getattr(module, "__name__", "")
    own = [value for value in vars(module).values() if inspect.isclass(value) and value.__module__ == home]
    able = [cls for cls in own if any(hasattr(cls, verb) for verb in VERBS.values()) and hasattr(cls, "begin")]
    return [cls.__name__ for cls in able if not cls.__name__.startswith("_")]


def _load(file: Path) -> object:
    if not file.is_file():
        raise AgentError(f"agent file {file} does not exist")
    return _load_version(file.resolve(), file.stat().st_mtime_ns)


@cache
def _load_version(file: Path, changed: int) -> object:
    """Run the file once; `changed` reloads an edited file."""
    name = f"hegemon_agent_{file.stem}_{hash((file, changed)) & 0xFFFFFFFF:08x}"
    module_spec = importlib.util.spec_from_file_location(name, file)
    if module_spec is None or module_spec.loader is None:
        raise AgentError(f"agent file {file} is not a Python file")
    module = importlib.util.module_from_spec(module_spec)
    sys.modules[name] = module  # dataclasses and pickle look up a class's module by name
    if str(file.parent) not in sys.path:
        sys.path.append(str(file.parent))  # so that it can import modules of its folder, as a script can
    try:
        module_spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:  # the user's own code
        del sys.modules[name]
        raise _failed(f"agent file {file}", error, file) from None
    return module


def _failed(what: str, error: BaseException, file: Path) -> AgentError:
    """The failure of other people's code: its line in the message, its traceback as a note."""
    found = AgentError(f"{what}: {error_line(error)}{place_in(error, file.resolve().parent)}")
    found.add_note(error_traceback(error))
    return found
