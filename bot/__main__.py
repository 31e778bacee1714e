"""`python -m bot` is `questlog`."""

from bot.cli import main

if __name__ == "__main__":
    main()
