"""Minesweeper solvers on the same boards; `gridpuzzles.minesweeper.model` holds the vocabulary."""
