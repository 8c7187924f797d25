"""Animations: every step in the terminal and in the GIF, and the same bytes each time."""

import io
import re

import pytest
from PIL import Image, ImageColor
from rich.console import Console

from gridpuzzles.errors import InputError
from gridpuzzles.knight import animation
from gridpuzzles.knight.animation import check_terminal, frames, play, save_animation
from gridpuzzles.knight.model import fixed, walk
from gridpuzzles.knight.snapshots import ROLE_COLOURS, Role

TOUR = walk(5, 5, (1, 3), fixed("83542671"))
LAST_FRAME = """\
step 17 of 17, the end, 8 squares unvisited
 x  x  F  -  x 
 -  -  x  x  x 
 x  x  -  x  - 
 -  -  x  x  x 
 L  x  x  -  x 
 F  first   L  last   x  visited   -  unvisited  
"""  # noqa: W291


def console(terminal, width=80, height=30):
    return Console(
        file=io.StringIO(),
        force_terminal=terminal,
        width=width,
        height=height,
        color_system="truecolor" if terminal else None,
        _environ={"TERM": "xterm"},
    )


def text(shown):
    return shown.file.getvalue()


def test_without_a_terminal_only_the_end_is_printed():
    shown = console(False)
    play(TOUR, "standard", 60.0, shown)
    assert text(shown) == LAST_FRAME


def test_without_a_terminal_a_board_may_be_wider_than_the_page():
    shown = console(False, width=20)
    play(walk(10, 10, (1, 1), fixed("12345678")), "standard", 0.0, shown)
    assert len(text(shown).splitlines()) == 12


def test_the_terminal_shows_every_step_in_the_colours_of_the_roles():
    shown = console(True)
    play(TOUR, "standard", 0.0, shown)
    assert all(f"step {step} of 17" in text(shown) for step in range(1, 18))
    for role in Role:
        red, green, blue = ImageColor.getrgb(ROLE_COLOURS[role])
        assert f"48;2;{red};{green};{blue}m" in text(shown)


def test_sixteen_colours_are_enough_to_tell_the_roles_apart():
    shown = Console(file=io.StringIO(), force_terminal=True, color_system="standard", width=80, height=30, _environ={})
    shown.print(animation.render(next(frames(TOUR, steps=[17])), colours=animation.BASIC_COLOURS))
    backgrounds = dict(re.findall(r"\x1b\[\d+;(\d+)m ([FLx-]) ", text(shown)))
    assert len(backgrounds) == 4
    assert len(set(animation.BASIC_COLOURS.values())) == len(Role)


def test_the_chosen_square_stands_in_brackets():
    shown = console(False)
    shown.print(animation.render(next(frames(TOUR, steps=[1]))))
    assert text(shown).splitlines()[:4] == [
        "step 1 of 17, knight on (1, 3)",
        " .  .  N  .  . ",
        " 2  .  .  . [2]",
        " .  5  .  5  . ",
    ]


def test_the_pause_is_the_one_that_is_asked_for(monkeypatch):
    pauses = []
    monkeypatch.setattr(animation.time, "sleep", pauses.append)
    play(TOUR, "standard", 0.25, console(True))
    assert pauses == [0.25] * 17


@pytest.mark.parametrize(("width", "cell"), [(15, 3), (14, 2), (10, 2)])
def test_squares_are_narrower_in_a_narrow_terminal(width, cell):
    assert check_terminal(console(True, width=width), 5, 5) == cell


@pytest.mark.parametrize(("width", "height"), [(9, 30), (80, 7)])
def test_a_board_larger_than_the_terminal_is_refused(width, height):
    with pytest.raises(InputError, match="animate: the 5x5 board needs 10 columns and 8 lines"):
        play(TOUR, "standard", 0.0, console(True, width, height))


def test_a_gif_has_a_frame_for_every_step(tmp_path):
    save_animation(TOUR, tmp_path / "tour.gif", delay=0.05)
    with Image.open(tmp_path / "tour.gif") as image:
        durations = []
        for frame in range(image.n_frames):
            image.seek(frame)
            durations.append(image.info["duration"])
    assert durations == [50] * 16 + [3000]


def test_a_gif_shows_the_roles_in_their_colours(tmp_path):
    save_animation(TOUR, tmp_path / "tour.gif")
    painter = animation._Painter(TOUR)
    with Image.open(tmp_path / "tour.gif") as image:
        for frame, shot in enumerate(frames(TOUR)):
            image.seek(frame)
            pixels = image.convert("RGB")
            for row in range(5):
                for col in range(5):
                    place = (
                        painter.left + (col + 1) * painter.square - 8,
                        animation.STRIP + (row + 1) * painter.square - 8,
                    )
                    assert pixels.getpixel(place) == ImageColor.getrgb(ROLE_COLOURS[Role(int(shot.roles[row, col]))])


def test_equal_tours_give_equal_bytes(tmp_path):
    for name in ("a.gif", "b.gif"):
        save_animation(TOUR, tmp_path / name)
    assert (tmp_path / "a.gif").read_bytes() == (tmp_path / "b.gif").read_bytes()


def test_a_tour_of_one_square_is_a_gif_too(tmp_path):
    save_animation(walk(1, 1, (1, 1), fixed("12345678")), tmp_path / "tour.gif")
    with Image.open(tmp_path / "tour.gif") as image:
        assert image.n_frames == 1


def test_a_long_tour_skips_steps_but_neither_the_first_nor_the_last(tmp_path, monkeypatch):
    monkeypatch.setattr(animation, "MOST_PIXELS", 6 * 440 * 361)
    save_animation(TOUR, tmp_path / "tour.gif")
    with Image.open(tmp_path / "tour.gif") as image:
        assert image.n_frames == 6


@pytest.mark.parametrize("name", ["tour.mp4", "tour", "tour.gif.png"])
def test_anything_but_a_gif_is_refused(tmp_path, name):
    with pytest.raises(InputError, match=r"animate-to: .* does not end in \.gif"):
        save_animation(TOUR, tmp_path / name)
    assert not list(tmp_path.iterdir())


def test_a_board_too_large_for_a_gif_is_refused(tmp_path):
    tour = walk(1, animation.LARGEST_ANIMATED + 1, (1, 1), fixed("12345678"))
    with pytest.raises(InputError, match="animate-to: 1x101 is too large"):
        save_animation(tour, tmp_path / "tour.gif")
