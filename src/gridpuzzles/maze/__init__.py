"""Perfect mazes with exact statistics; `gridpuzzles.maze.model` holds the vocabulary.

>>> from gridpuzzles import maze
>>> maze.generate("wilson", 20, 20, seed=7).degrees.shape
(20, 20)
"""
