"""The studies of the Minesweeper family, one a module."""
