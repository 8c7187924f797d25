"""The one kind of error that is a person's mistake, not the program's."""


class InputError(ValueError):
    """What a person gave cannot be used; its one line names the key, the value and what is allowed."""
