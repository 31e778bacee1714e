"""Draw the icons of the installed app from `bot/web/static/icon.svg`: `python -m tools.make_icons`.

Chromium draws them, as it does the pictures of the documents. A test draws them again and compares.
"""

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.rendering.chromium import environment_of, find_chromium

STATIC = Path(__file__).parents[1] / "bot/web/static"
SYMBOL, ICONS = STATIC / "icon.svg", STATIC / "icons"
PLAIN, FILLED = 0.94, 1.3
"""How large the symbol is in the picture. Where a phone cuts the picture to a shape, the ground fills it to
its edges, and the mark stands in the inner four fifths."""
WANTED: Mapping[str, tuple[int, float]] = {
    "icon-192.png": (192, PLAIN),
    "icon-512.png": (512, PLAIN),
    "maskable-192.png": (192, FILLED),
    "maskable-512.png": (512, FILLED),
    "apple-touch-icon.png": (180, FILLED),
}


def page_of(symbol: str, side: int, share: float) -> str:
    """The symbol in the middle; filled with its own colour where it takes but a part."""
    [colour] = re.findall(r'path fill="(#[0-9a-f]{6})"', symbol)
    ground = colour if share == FILLED else "transparent"
    return (
        f"<style>html,body{{margin:0;background:{ground};overflow:hidden}}"
        f"div{{width:{side}px;height:{side}px;display:grid;place-items:center;place-content:center}}"
        f"svg{{width:{side * share}px;height:{side * share}px}}</style><div>{symbol}</div>"
    )


def drawn() -> Iterator[tuple[str, bytes]]:
    """Each icon, by the name of its file."""
    symbol, path = SYMBOL.read_text(), find_chromium()
    flags = ("--no-sandbox", "--no-zygote", "--disable-gpu", "--force-color-profile=srgb")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, env=environment_of(path), args=flags)
        for name, (side, share) in WANTED.items():
            page = browser.new_page(viewport={"width": side, "height": side})
            page.set_content(page_of(symbol, side, share))
            yield name, page.screenshot(omit_background=True)
        browser.close()


if __name__ == "__main__":
    ICONS.mkdir(exist_ok=True)
    for icon, content in drawn():
        (ICONS / icon).write_bytes(content)
