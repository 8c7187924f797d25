"""The drawings of the Minesweeper studies, one module a study."""
