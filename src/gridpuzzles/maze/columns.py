"""Columns that the tables of several maze studies share."""

from gridpuzzles.study import Column

RECIPE = (Column("recipe", "string", "generator with the options that differ from their defaults"),)
SIZE = (Column("rows", "int32", "rows of the maze"), Column("cols", "int32", "columns of the maze"))
MOMENTS = (
    Column("measure", "string", "what was measured; gridpuzzles.maze.measures defines it"),
    Column("mazes", "int64", "mazes made"),
    Column("total", "double", "sum of the measure over the mazes"),
    Column("squares", "double", "sum of its squares"),
    Column("least", "double", "smallest value"),
    Column("most", "double", "largest value"),
)
SUMMARY = (
    Column("measure", "string", "what was measured; gridpuzzles.maze.measures defines it"),
    Column("mazes", "int64", "mazes made"),
    Column("least", "double", "smallest value"),
    Column("most", "double", "largest value"),
    Column("mean", "double", "mean over the mazes"),
    Column("sd", "double", "standard deviation over the mazes"),
    Column("low", "double", "lower end of the 95 % interval of the mean"),
    Column("high", "double", "upper end of the 95 % interval of the mean"),
)
