"""Take out of an environment what Questlog never loads: `python slim.py SITE_PACKAGES`.

Each pattern must match something, so that the lists stay true when libraries change. What is left is enough:
check.py says so, or the image is not built.
"""

import shutil
import sys
from pathlib import Path

UNUSED = {
    "tests and samples": ("**/tests", "matplotlib/mpl-data/sample_data", "numpy/_core/_simd.*.so"),
    "what compilers read": ("**/*.c", "**/*.h", "**/*.a", "**/*.pxd", "**/*.pyx"),
    "what type checkers read": ("**/*.pyi",),
    "what builds extensions of Fortran": ("numpy/f2py",),
    "a second build of zstandard, for other Pythons": ("zstandard/_cffi.*.so",),
    "fonts for PDF": (
        *("matplotlib/mpl-data/fonts/afm", "matplotlib/mpl-data/fonts/pdfcorefonts"),
        "fontTools/**/*.so",
    ),
    "pictures other than PNG": ("PIL/_avif.*.so", "pillow.libs/libavif-*"),
    "letters drawn by Pillow": (
        "PIL/_imagingft.*.so",
        "pillow.libs/libfreetype-*",
        "pillow.libs/libharfbuzz-*",
    ),
    "colours for source code": ("pygments",),
    "voice on Windows": ("discord/bin",),
    "Apprise in other languages": ("apprise/i18n/*/",),
}
"""By what it is for."""
ONLY = {
    "botocore/data": {"dynamodb", "ses"} | {"sso", "sso-oidc", "sts"},  # credentials come from the latter
    "fontTools": {"misc"},
    "twilio/rest": {"api"},
}
"""Of these folders, only such folders stay."""


def unused(site: Path) -> set[Path]:
    found: set[Path] = set()
    for why, patterns in UNUSED.items():
        for pattern in patterns:
            matches = set(site.glob(pattern))
            if not matches:
                sys.exit(f"{pattern}: nothing to take out ({why}); bring the list up to date")
            found |= matches
    for folder, kept in ONLY.items():
        folders = {path for path in (site / folder).iterdir() if path.is_dir() and path.name != "__pycache__"}
        if missing := kept - {path.name for path in folders}:
            sys.exit(f"{folder}: {', '.join(sorted(missing))} should stay, and is not there")
        found |= {path for path in folders if path.name not in kept}
    return found


def slim(site: Path) -> None:
    for path in unused(site):
        if path.is_dir():
            shutil.rmtree(path)
        else:
            path.unlink(missing_ok=True)  # it may have gone with its folder


if __name__ == "__main__":
    slim(Path(sys.argv[1]))
