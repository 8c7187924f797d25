"""Studies of mazes; each module declares one as ``STUDY``."""
