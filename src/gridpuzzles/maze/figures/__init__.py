"""Drawings of the maze studies, a module a study."""
