"""Columns that the tables of several studies on knight's tours share."""

from gridpuzzles.study import Column

RULE = Column("rule", "string", "how the start counts: standard or thesis")
ORDER = Column("order", "string", "the order of the moves that breaks ties")
ROWS = Column("rows", "int32", "rows of the board")
COLS = Column("cols", "int32", "columns of the board")
SIZE = Column("size", "int32", "side of the board")
ROW = Column("row", "int32", "row of the square, from 1")
COL = Column("col", "int32", "column of the square, from 1")
