"""Pictures: raster, text, SVG and PNG agree with the maze and are the same bytes every time."""

import hashlib
import xml.etree.ElementTree as ET
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from gridpuzzles.maze import distances, generate, png, raster, solve, suggest_ends, svg, text
from gridpuzzles.maze.pictures import wall_segments


def solved(algorithm="hunt_and_kill", rows=7, cols=11, seed=3):
    maze = generate(algorithm, rows, cols, seed)
    return maze, solve(maze, *suggest_ends(maze))


def test_raster_is_odd_with_a_solid_border_and_a_pixel_a_passage(any_recipe, sizes, make):
    for rows, cols in sizes:
        wall = raster(make(any_recipe, rows, cols))
        assert wall.shape == (2 * rows + 1, 2 * cols + 1)
        assert wall[0].all()
        assert wall[-1].all()
        assert wall[:, 0].all()
        assert wall[:, -1].all()
        assert not wall[1::2, 1::2].any()
        assert wall[2:-1:2, 2:-1:2].all()
        assert (~wall).sum() == rows * cols + rows * cols - 1


def test_text_shows_walls_and_solution():
    maze, way = solved()
    plain = text(maze, style="ascii").splitlines()
    assert len(plain) == 2 * 7 + 1
    assert {len(line) for line in plain} == {4 * 11 + 1}
    assert sum(line.count("---") for line in plain) + sum(line.count("|") for line in plain) == (
        7 * 12 + 8 * 11 - (7 * 11 - 1)
    )
    boxed = text(maze, way)
    assert boxed.count("·") == way.length - 1
    assert boxed.count("S") == boxed.count("E") == 1


def test_segments_cover_every_wall_once():
    maze, _ = solved()
    length = sum(abs(row - to_row) + abs(col - to_col) for row, col, to_row, to_col in wall_segments(maze))
    assert length == 7 * 12 + 8 * 11 - (7 * 11 - 1)


def test_svg_is_a_document_with_the_solution():
    maze, way = solved()
    root = ET.fromstring(svg(maze, way, distances(maze, way.start)))
    names = [element.tag.rpartition("}")[2] for element in root]
    assert names.count("polyline") == 1
    assert names.count("rect") == 1 + 7 * 11
    points = next(element for element in root if element.tag.endswith("polyline")).attrib["points"].split()
    assert len(points) == way.length + 1
    assert points[0] == f"{way.start[1] - 0.5:g},{way.start[0] - 0.5:g}"


def test_png_is_the_raster():
    maze, way = solved()
    image = np.asarray(Image.open(BytesIO(png(maze, scale=3))))
    assert image.shape == (45, 69, 3)
    assert ((image[1::3, 1::3].sum(axis=2) < 300) == raster(maze)).all()
    coloured = np.asarray(Image.open(BytesIO(png(maze, way, scale=1))))
    floor = (coloured == 255).all(axis=2)
    assert floor.sum() == (~raster(maze)).sum() - (2 * way.length + 1)


def test_pictures_are_the_same_bytes_every_time():
    maze, way = solved()
    once, again = (svg(maze, way).encode() + png(maze, way) for _ in range(2))
    assert once == again


@pytest.mark.parametrize("algorithm", ["wilson", "eller"])
def test_one_cell_can_be_drawn(algorithm):
    maze, way = solved(algorithm, 1, 1)
    assert text(maze, way) == "┌───┐\n│ S │\n└───┘"
    assert ET.fromstring(svg(maze, way)).tag.endswith("svg")
    assert hashlib.sha256(png(maze, way)).hexdigest()
