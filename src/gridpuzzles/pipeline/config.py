"""Reading a config file: everything is checked here, once, before any work.

A config names the root seed, how much work a batch holds, and the studies with their settings::

    seed: 1823
    batch_seconds: 60
    studies:
      knight_boards: {...}
"""

import re
import reprlib
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from gridpuzzles.errors import InputError
from gridpuzzles.settings import Positive, whole
from gridpuzzles.study import Settings, Study, load_study
from gridpuzzles.texts import read_small

LARGEST_FILE = 1 << 17
LONGEST_MESSAGE = 400


class ConfigError(InputError):
    """A config that cannot be used; one line names the file, the key, the value and what is allowed."""

    def __init__(self, message: str) -> None:
        """Shorten the message: a value in it may be as long as the file."""
        super().__init__(message if len(message) <= LONGEST_MESSAGE else f"{message[:LONGEST_MESSAGE]}…")


@dataclass(frozen=True)
class Section:
    """One study with its settings."""

    study: Study[Any]
    settings: Settings


@dataclass(frozen=True)
class Config:
    """A checked config file; ``run`` is the file's name without its suffix."""

    path: Path
    run: str
    seed: int
    batch_seconds: float
    sections: tuple[Section, ...]


def _parse_sections(value: Any) -> Any:
    if not isinstance(value, dict) or not value:
        raise ValueError("a mapping from study names to their settings is needed")
    return value


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    seed: Annotated[int, whole(0, 2**63 - 1)]
    batch_seconds: Positive = 60.0
    studies: Annotated[dict[str, Any], BeforeValidator(_parse_sections)]


class _Loader(yaml.SafeLoader):
    """YAML without surprises: no key twice, and no aliases, with which a small file can stand for a huge one."""

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        if self.check_event(yaml.events.AliasEvent):
            mark = None if parent is None else parent.start_mark
            raise yaml.composer.ComposerError(None, None, "aliases (*name) are not allowed", mark)
        return super().compose_node(parent, index)

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        seen = set()
        for key_node, _ in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise yaml.constructor.ConstructorError(None, None, "a key is not a plain word", node.start_mark)
            key = self.construct_object(key_node)
            if key in seen:
                raise yaml.constructor.ConstructorError(None, None, f"key {key!r} stands twice", node.start_mark)
            seen.add(key)
        return super().construct_mapping(node, deep)


def load(path: Path) -> Config:
    """Return the checked config.

    Raises
    ------
    ConfigError
        With one line, if anything is wrong.
    """
    run = path.stem
    if not re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._-]*", run):
        raise ConfigError(
            f"{path}: the file's name is the run's name: letters, digits, '.', '_' and '-' only, no sign first"
        )
    try:
        file = _File.model_validate(_read(path))
        sections = tuple(_section(path, name, settings) for name, settings in file.studies.items())
    except ValidationError as error:
        raise ConfigError(f"{path}: {_first_line(error)}") from None
    return Config(path, run, file.seed, file.batch_seconds, sections)


def _read(path: Path) -> Any:
    try:
        text = read_small(path, LARGEST_FILE, "a config")
    except InputError as error:
        raise ConfigError(str(error)) from None
    try:
        return yaml.load(text, _Loader)
    except RecursionError:
        raise ConfigError(f"{path}: is nested too deeply") from None
    except yaml.YAMLError as error:
        raise ConfigError(f"{path}: {' '.join(str(error).split())}") from None
    except (ValueError, LookupError, AttributeError, TypeError) as error:
        # What PyYAML raises for a value that does not fit its own form, such as the date 2001-99-99.
        raise ConfigError(f"{path}: a value cannot be read: {' '.join(str(error).split())}") from None


def _section(path: Path, name: str, settings: Any) -> Section:
    try:
        study = load_study(name)
    except ValueError as error:
        raise ConfigError(f"{path}: studies: {error}") from None
    try:
        return Section(study, study.settings.model_validate({} if settings is None else settings))
    except ValidationError as error:
        raise ConfigError(f"{path}: studies.{name}.{_first_line(error)}") from None


def _first_line(error: ValidationError) -> str:
    """Return ``key: what is wrong`` for the first of the errors, on one line."""
    first = error.errors(include_url=False, include_context=False)[0]
    key = ".".join(str(part) for part in first["loc"]) or "the file"
    # Checks that the programming interface shares name the key themselves.
    message = first["msg"].removeprefix("Value error, ").removeprefix(f"{key.rpartition('.')[2]}: ")
    kind = first["type"]
    if kind == "extra_forbidden":
        return f"{key}: this key is not known here"
    if kind == "missing":
        return f"{key}: this key is needed"
    if kind == "value_error":
        return f"{key}: {message}"
    value = reprlib.repr(first["input"])
    return f"{key}: {value}: {message[0].lower()}{message[1:]}"
