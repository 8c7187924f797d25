"""``python -m gridpuzzles`` is ``gridpuzzles``."""

from gridpuzzles.cli import main

if __name__ == "__main__":
    main()
