"""Make the fonts of charts from their origins: `python tools/make_fonts.py FOLDER`.

FOLDER holds the archives that bot/charts/fonts/README.md names; `dpkg-deb` opens two of them. Each archive is
checked by its hash. The same archives give the same fonts to the byte, which a test compares with SHA256SUMS.
"""

import hashlib
import io
import subprocess
import sys
import tarfile
from pathlib import Path

from fontTools import subset

TARGET = Path(__file__).parents[1] / "bot/charts/fonts"
ARCHIVES = {
    "fonts-droid-fallback_*_all.deb": "d2096d4edde128fedf6749be2dd204a5810210a6201126d99b8d412344f71056",
    "fonts-noto-core_*_all.deb": "58f4f0bb6720f919f92096b3508e1412a0f1544424ade6c5b5bf1eb694dd64ba",
    "expo-google-fonts-noto-emoji-*.tgz": "6a25fd5a4da5bb34bbc2d300531bbf32de86afd866e119314d7e358f61a6104d",
}
DROID = "./usr/share/fonts-droid-fallback/truetype/DroidSansFallback.ttf"
NOTO = "./usr/share/fonts/truetype/noto/NotoSans{}-Regular.ttf"
EMOJI = "package/400Regular/NotoEmoji_400Regular.ttf"
SCRIPTS = (
    *("Thai", "Devanagari", "Bengali", "Tamil", "Telugu", "Gujarati", "Gurmukhi", "Kannada", "Malayalam"),
    *("Oriya", "Sinhala", "Myanmar", "Khmer", "Ethiopic"),
)
"""Those in which many people write, and which DejaVu Sans lacks."""
LATIN = range(0x250)
"""DejaVu Sans draws these. The emoji, which come before it, must not take the digits away."""


def members(folder: Path, pattern: str) -> tarfile.TarFile:
    """The files of an archive that is the one we know."""
    [archive] = folder.glob(pattern)
    content = archive.read_bytes()
    if (found := hashlib.sha256(content).hexdigest()) != ARCHIVES[pattern]:
        sys.exit(f"{archive.name} is not the one that is known: {found}")
    if archive.suffix == ".deb":
        command = ["dpkg-deb", "--fsys-tarfile", str(archive)]
        content = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    return tarfile.open(fileobj=io.BytesIO(content))


def extract(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(name)
    assert file is not None
    return file.read()


def without_latin(font: bytes) -> bytes:
    """Without hints, too: charts are drawn large enough. What joins letters (GSUB, GPOS) stays as it is."""
    options = subset.Options(hinting=False, layout_features=["*"], name_IDs=["*"], notdef_outline=True)
    options.recalc_timestamp = False
    opened = subset.load_font(io.BytesIO(font), options)
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=[code for code in opened.getBestCmap() if code not in LATIN])
    cutter.subset(opened)
    made = io.BytesIO()
    subset.save_font(opened, made, options)
    return made.getvalue()


def main() -> None:
    folder = Path(sys.argv[1])
    droid, noto, emoji = (members(folder, pattern) for pattern in ARCHIVES)
    made = {
        "DroidSansFallback.ttf": extract(droid, DROID),
        "NotoEmoji-Regular.ttf": without_latin(extract(emoji, EMOJI)),
    } | {f"NotoSans{name}-Regular.ttf": without_latin(extract(noto, NOTO.format(name))) for name in SCRIPTS}
    for name, font in made.items():
        (TARGET / name).write_bytes(font)
    sums = (f"{hashlib.sha256(made[name]).hexdigest()}  {name}\n" for name in sorted(made))
    (TARGET / "SHA256SUMS").write_text("".join(sums))


if __name__ == "__main__":
    main()
