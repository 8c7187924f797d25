"""Reading a config file: everything is checked here, once, before any work.

A config names the root seed, how much work a batch holds, and the studies with their settings::

    seed: 1823
    batch_seconds: 60
    studies:
      knight_boards: {...}
"""

import re
from collections.abc import Hashable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import yaml
from pydantic import BaseModel, BeforeValidator, ConfigDict, ValidationError

from gridpuzzles.errors import InputError
from gridpuzzles.settings import Positive, whole
from gridpuzzles.study import Settings, Study, load_study

LARGEST_FILE = 1 << 20


class ConfigError(InputError):
    """A config that cannot be used; one line names the file, the key, the value and what is allowed."""


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
    """YAML without surprises: no key twice."""

    def construct_mapping(self, node: yaml.MappingNode, deep: bool = False) -> dict[Hashable, Any]:
        keys = [self.construct_object(key) for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise yaml.constructor.ConstructorError(None, None, f"key {key!r} stands twice", node.start_mark)
        return super().construct_mapping(node, deep)


def load(path: Path) -> Config:
    """Return the checked config.

    Raises
    ------
    ConfigError
        With one line, if anything is wrong.
    """
    run = path.stem
    if not re.fullmatch(r"[A-Za-z0-9._-]+", run):
        raise ConfigError(f"{path}: the file's name is the run's name: letters, digits, '.', '_' and '-' only")
    try:
        file = _File.model_validate(_read(path))
        sections = tuple(_section(path, name, settings) for name, settings in file.studies.items())
    except ValidationError as error:
        raise ConfigError(f"{path}: {_first_line(error)}") from None
    return Config(path, run, file.seed, file.batch_seconds, sections)


def _read(path: Path) -> Any:
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise ConfigError(f"{path}: larger than {LARGEST_FILE} bytes; a config is a small file")
        return yaml.load(path.read_text(encoding="utf-8"), _Loader)
    except OSError as error:
        raise ConfigError(f"{path}: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise ConfigError(f"{path}: is not UTF-8 text") from None
    except RecursionError:
        raise ConfigError(f"{path}: is nested too deeply") from None
    except yaml.YAMLError as error:
        raise ConfigError(f"{path}: {' '.join(str(error).split())}") from None


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
    value = repr(first["input"])
    return f"{key}: {value if len(value) < 80 else value[:77] + '...'}: {message[0].lower()}{message[1:]}"
