"""The studies on knight's tours; each module declares one as ``STUDY``."""
