"""Readers and writers: every format, both ways of writing nothing, and one clear line for every mistake."""

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from PIL import Image

from gridpuzzles.errors import InputError
from gridpuzzles.nonogram import Puzzle, read, write
from gridpuzzles.nonogram.formats import PARSERS
from gridpuzzles.nonogram.formats.source import LARGEST_FILE
from gridpuzzles.nonogram.model import Colour

T_PUZZLE = Puzzle([[3], [1], []], [[1], [2], [1]])
"""Three rows and columns, with an empty row: ### / .#. / ..."""
WIDE = Puzzle([[1, 1], [2]], [[1], [1], [1], [1]])
FLAG = Puzzle([[(2, "r"), (1, "g")], [(1, "g")]], [[(1, "r")], [(1, "r"), (1, "g")], [(1, "g")]], ["red", "green"])


def put(folder, name, text):
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def refusal(path):
    with pytest.raises(InputError) as error:
        read(path)
    message = str(error.value)
    assert "\n" not in message
    assert message.startswith(str(path))
    return message[len(str(path)) + 2 :]


@pytest.mark.parametrize("puzzle", [T_PUZZLE, WIDE, FLAG, WIDE.transposed()])
@pytest.mark.parametrize("suffix", [".non", ".xml"])
def test_what_is_written_is_read_again(tmp_path, puzzle, suffix):
    path = tmp_path / f"puzzle{suffix}"
    write(puzzle, path)
    assert read(path) == puzzle


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(st.data())
def test_random_puzzles_survive_both_formats(tmp_path, data):
    rows, cols = data.draw(st.integers(1, 6)), data.draw(st.integers(1, 6))
    cells = data.draw(st.lists(st.integers(0, 3), min_size=rows * cols, max_size=rows * cols))
    used = sorted(set(cells) - {0})
    grid = np.array([used.index(value) + 1 if value else 0 for value in cells]).reshape(rows, cols)
    title = data.draw(st.text(st.characters(codec="utf-8", categories=("L", "N", "P")), max_size=20))
    colours = [Colour.named(name) for name in ("red", "green", "blue")[: len(used)]] or None
    puzzle = Puzzle.from_grid(grid, colours, title=title)
    for suffix in (".non", ".xml"):
        path = tmp_path / f"puzzle{suffix}"
        write(puzzle, path)
        assert read(path) == puzzle
        assert read(path).title == title


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("a.non", "width 4\nheight 2\n\nrows\n1,1\n2\n\ncolumns\n1\n1\n1\n1\n"),
        ("b.non", 'title "x"\nlicense CC-BY-3.0\nheight 2\nwidth 4\nrows\n1, 1\n2\ncolumns\n1\n1\n1\n1'),
        ("c.nin", "4 2\n1 1\n2\n1\n1\n1\n1\n"),
        ("d.mk", "2 4\n1 1\n2\n#\n1\n1\n1\n1\n"),
        ("e.cwd", "2\n4\n1 1\n2\n\n1\n1\n1\n1\n"),
        ("f.g", "a comment\n: rows\n1 1\n2\n:columns\n1\n1\n1\n1\n:end\nmore\n"),
        ("g.nin", "4 2\r\n1 1\r\n2\r\n1\r\n1\r\n1\r\n1\r\n"),
    ],
)
def test_the_same_puzzle_in_every_format(tmp_path, name, text):
    assert read(put(tmp_path, name, text)) == WIDE


@pytest.mark.parametrize(
    "text",
    [
        "width 3\nheight 3\nrows\n3\n1\n0\ncolumns\n1\n2\n1\n",
        "width 3\nheight 3\nrows\n3\n1\n\ncolumns\n1\n2\n1\n",
        "width 3\nheight 3\nrows\n3\n1\n\n\ncolumns\n1\n2\n1\n",
        "width 3\nheight 3\n\nrows\n\n3\n1\n0\n\ncolumns\n\n1\n2\n1\n\n",
    ],
)
def test_empty_clues_are_zeros_or_blank_lines(tmp_path, text):
    assert read(put(tmp_path, "t.non", text)) == T_PUZZLE


def test_blank_lines_inside_and_at_the_start(tmp_path):
    inside = "width 1\nheight 3\nrows\n1\n\n1\ncolumns\n1,1\n"
    assert read(put(tmp_path, "a.non", inside)) == Puzzle([[1], [], [1]], [[1, 1]])
    start = "width 1\nheight 2\nrows\n\n1\n\ncolumns\n1\n"
    assert read(put(tmp_path, "b.non", start)) == Puzzle([[], [1]], [[1]])
    unclear = "width 1\nheight 3\nrows\n\n1\n\n1\n\ncolumns\n1,1\n"
    assert "height is 3, but there are 2 clues and 3 blank lines" in refusal(put(tmp_path, "c.non", unclear))


def test_coloured_non(tmp_path):
    text = (
        'width 3\nheight 2\ncolor r #c8102e\ncolor g #1b8a3d\nrows\n2r,1g\n1g\ncolumns\n1r\n1r,1g\n1g\ngoal "rrg0g0"\n'
    )
    assert read(put(tmp_path, "f.non", text)) == FLAG
    undeclared = read(put(tmp_path, "u.non", text.replace("color r #c8102e\ncolor g #1b8a3d\n", "")))
    assert [colour.symbol for colour in undeclared.colours] == ["g", "r"]


def test_coloured_g(tmp_path):
    text = "#D\n   0:   white  bila\n   r:%  #c8102e red\n   g:   green\n: rows\n2r 1g\n1g\n:columns\n1r\n1r 1g\n1g\n"
    puzzle = read(put(tmp_path, "f.g", text))
    assert puzzle.rows == FLAG.rows
    text = "#d\n   1:*  #c8102e\n   g:   green\n: rows\n2 1g\n1g\n:columns\n1\n1 1g\n1g\n"
    assert read(put(tmp_path, "d.g", text)).rows == FLAG.rows


def test_webpbn_with_its_external_dtd(tmp_path):
    text = (
        '<?xml version="1.0"?>\n<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">\n<puzzleset>'
        '<puzzle type="grid" defaultcolor="black"><title>Flag</title><color name="red" char="R">f00</color>'
        '<clues type="columns"><line><count>1</count></line><line><count color="red">1</count></line></clues>'
        '<clues type="rows"><line><count>1</count><count color="red">1</count></line></clues></puzzle></puzzleset>'
    )
    puzzle = read(put(tmp_path, "p.xml", text))
    assert puzzle.title == "Flag"
    assert [(colour.symbol, colour.rgb) for colour in puzzle.colours] == [("#", "#000000"), ("R", "#ff0000")]


@pytest.mark.parametrize("encoding", ["utf-8", "ISO-8859-1", "UcF-8"])
def test_webpbn_is_utf_8_whatever_it_says_of_itself(tmp_path, encoding):
    text = SEEDS[".xml"].replace("<puzzle>", "<puzzle><title>Ñandú</title>")
    columns = '<clues type="columns"><line><count>1</count></line></clues></puzzle>'
    document = f'<?xml version="1.0" encoding="{encoding}"?>' + text.replace("</puzzle>", columns)
    assert read(put(tmp_path, "x.xml", document)).title == "Ñandú"


def test_pictures(tmp_path):
    pixels = np.full((2, 3, 3), 255, np.uint8)
    pixels[0, :2], pixels[0, 2], pixels[1, 1] = (0, 0, 0), (200, 30, 40), (200, 30, 40)
    Image.fromarray(pixels).save(tmp_path / "p.png")
    puzzle = read(tmp_path / "p.png")
    assert puzzle == Puzzle.from_grid([[1, 1, 2], [0, 2, 0]], ["black", Colour("c", "a", "#c81e28")])
    assert puzzle.title == "P"
    transparent = np.zeros((1, 2, 4), np.uint8)
    transparent[0, 0, 3] = 255
    Image.fromarray(transparent).save(tmp_path / "t.png")
    assert read(tmp_path / "t.png") == Puzzle([[1]], [[1], []])


def test_pictures_that_are_no_puzzle(tmp_path):
    Image.new("L", (501, 3), 0).save(tmp_path / "wide.png")
    assert "at most 500 a side" in refusal(tmp_path / "wide.png")
    Image.new("L", (3, 3), 255).save(tmp_path / "white.png")
    assert "0 colours besides the background" in refusal(tmp_path / "white.png")
    assert "is not a PNG picture" in refusal(put(tmp_path, "no.png", "text"))
    whole = (tmp_path / "wide.png").read_bytes()
    assert refusal(put(tmp_path, "cut.png", whole[:40]))


NON = "width 4\nheight 2\nrows\n1,1\n2\ncolumns\n1\n1\n1\n1\n"


@pytest.mark.parametrize(
    ("name", "text", "message"),
    [
        ("a.non", NON.replace("width 4", "width 3"), "line 10: columns: width is 3, but there are 4 clues"),
        ("b.non", NON.replace("1,1", "1,x"), "line 4: 'x' is not a block"),
        ("c.non", NON.replace("1,1", "1,1,2"), "line 4: row 1: the clue needs 6 cells, the line has 4"),
        ("d.non", NON.replace("1,1", "1,2"), "column 4: the rows hold 5 black cells, the columns 4"),
        ("e.non", NON.replace("height 2\n", ""), "the file ends without the key height"),
        ("f.non", NON.replace("width 4", "width 1000000"), "line 1: width: '1000000' is not a whole number"),
        ("g.non", NON.replace("width 4", "width 4\ncolor a red"), "line 2: color: 'a red' is not a symbol and a value"),
        ("h.non", NON.replace("width 4", "color a #ff0000\nwidth 4").replace("\n2\n", "\n2b\n"), "unknown colour 'b'"),
        ("i.non", "====\n", "several puzzles"),
        ("j.non", "", "the file ends without the key width"),
        ("k.non", NON.replace("rows", "rows\n1\n1\n1\n1"), "rows: height is 2, but there are 6 clues"),
        ("l.nin", "4 2\n1 1\n2\n1\n1\n", "line 6: the file ends here; 4 columns from line 4 on are needed"),
        ("m.nin", "4 2 1\n", "line 1: '4 2 1' is not two numbers: width and height"),
        ("n.nin", "4 2\n1 1\n2\n1\n1\n1\n1\n1\n", "line 8: a line too many"),
        ("o.mk", "2 4\n1 1\n2\n1\n1\n1\n1\n", "line 4: a line '#' is needed after the 2 rows"),
        ("p.cwd", "2\n4\n1 1\n2\n1\n1\n1\n1\n", "line 5: a blank line is needed after the 2 rows"),
        ("q.g", "1 1\n2\n", "two lines that begin with ':'"),
        ("r.g", ": rows\n1 1\n\n: columns\n1\n", "line 3: a blank line; an empty clue is written 0"),
        ("s.g", "#t\n: rows\n1\n: columns\n1\n", "line 1: triangular grids"),
        ("t.g", "#d\n a:x nosuchcolour\n: rows\n1a\n: columns\n1a\n", "line 2: 'nosuchcolour' is neither"),
        ("u.xml", "<puzzle>", "line 1: not XML"),
        ("v.xml", "<puzzleset/>", "line 1: 0 puzzles; exactly one is needed"),
        ("w.xml", '<puzzle type="triddler"/>', "line 1: puzzles of the type 'triddler'"),
        ("x.xml", "<puzzle/>", 'line 1: 0 elements <clues type="rows">'),
        ("y.txt", "", "the suffix is not one of .non"),
    ],
)
def test_mistakes_name_file_and_line(tmp_path, name, text, message):
    assert message in refusal(put(tmp_path, name, text))


def test_sums_that_differ_name_the_line(tmp_path):
    assert refusal(put(tmp_path, "a.non", NON.replace("1,1", "3"))).startswith("line 10: column 4: the rows hold 5")


def test_a_blotted_clue_is_refused(tmp_path):
    text = (
        '<puzzle><clues type="rows"><line><count>1</count></line></clues>\n'
        '<clues type="columns"><line>\n<count>?</count></line></clues></puzzle>'
    )
    assert refusal(put(tmp_path, "b.xml", text)) == "line 3: '?' is not a number; a blotted clue is not supported"


@pytest.mark.parametrize(
    "declaration",
    ['<!ENTITY a "b">', '<!ENTITY x SYSTEM "file:///etc/passwd">', '<!ENTITY % p "q">', "<!ELEMENT puzzle ANY>"],
)
def test_documents_with_an_internal_dtd_are_refused(tmp_path, declaration):
    text = f"<?xml version='1.0'?>\n<!DOCTYPE puzzle [\n{declaration}\n]>\n<puzzle>&a;</puzzle>"
    assert "an internal DTD or an entity; they are refused" in refusal(put(tmp_path, "e.xml", text))


def test_large_files_and_long_lines_are_refused(tmp_path):
    assert "larger than" in refusal(put(tmp_path, "a.non", b"1" * (LARGEST_FILE + 1)))
    assert "line 2: longer than" in refusal(put(tmp_path, "b.non", b"\n" + b"1," * 10_000))
    assert "nested too deeply" in refusal(put(tmp_path, "c.xml", "<a>" * 100 + "</a>" * 100))
    assert "is not UTF-8 text" in refusal(put(tmp_path, "d.non", b"\xff\xfe\x00"))
    assert "No such file" in refusal(tmp_path / "nothing.non")


SEEDS = {
    ".non": NON,
    ".nin": "4 2\n1 1\n2\n1\n1\n1\n1\n",
    ".mk": "2 4\n1 1\n2\n#\n1\n1\n1\n1\n",
    ".cwd": "2\n4\n1 1\n2\n\n1\n1\n1\n1\n",
    ".g": "#d\n   r:%  #c8102e red\n: rows\n1r 1r\n2r\n: columns\n1r\n1r\n1r\n1r\n",
    ".xml": '<puzzle><clues type="rows"><line><count>1</count></line></clues></puzzle>',
}


@pytest.mark.parametrize("suffix", sorted(PARSERS))
@settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_damaged_files_give_one_line_and_nothing_else(tmp_path, suffix, data):
    text = SEEDS[suffix]
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(text)))
        cut = data.draw(st.integers(0, 5))
        text = text[:at] + data.draw(st.text(max_size=5)) + text[at + cut :]
    path = put(tmp_path, f"x{suffix}", text.encode("utf-8", "surrogatepass"))
    message = ""
    try:
        read(path)
    except InputError as error:
        message = str(error)
    assert "\n" not in message
    assert not message or message.startswith(str(path))


def test_real_files_survive_both_formats(tmp_path, puzzle_folder):
    for path in sorted(puzzle_folder.glob("*.non")):
        puzzle = read(path)
        for suffix in (".non", ".xml"):
            write(puzzle, tmp_path / f"copy{suffix}")
            assert read(tmp_path / f"copy{suffix}") == puzzle
            assert read(tmp_path / f"copy{suffix}").title == puzzle.title != ""
