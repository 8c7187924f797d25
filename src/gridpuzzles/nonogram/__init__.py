"""Nonograms by logic: four analysers, search, random and exact studies; `gridpuzzles.nonogram.model` has the words."""
