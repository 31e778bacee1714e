"""The rules for embeds: each part has its limit, and all of them together have one too."""

from collections.abc import Iterator

from tests.fakes.discord.forms import Form, Json

MOST_TEXT = 6000
_PICTURES = ("image", "thumbnail")
_SCHEMES = ("http", "https", "attachment")


def check_embeds(form: Form, embeds: object, filenames: set[str]) -> None:
    found = [embed for embed in form.items(embeds, 0, 10) if isinstance(embed, dict)]
    for place, embed in enumerate(found):
        _check_embed(form.at(place), embed, filenames)
    if sum(len(text) for embed in found for text in texts(embed)) > MOST_TEXT:
        form.wrong("MAX_EMBED_SIZE_EXCEEDED", f"Embed size exceeds maximum size of {MOST_TEXT}")


def texts(embed: Json) -> Iterator[str]:
    """What a person reads, from top to bottom; the sum of it is limited."""
    footer, author = embed.get("footer") or {}, embed.get("author") or {}
    fields = [part for field in embed.get("fields") or [] for part in (field.get("name"), field.get("value"))]
    parts = (author.get("name"), embed.get("title"), embed.get("description"), *fields, footer.get("text"))
    return (part for part in parts if isinstance(part, str) and part)


def _check_embed(form: Form, embed: Json, filenames: set[str]) -> None:
    form.at("title").maybe_text(embed.get("title"), 0, 256)
    form.at("description").maybe_text(embed.get("description"), 0, 4096)
    form.at("color").maybe_number(embed.get("color"), 0, 0xFFFFFF)
    for place, field in enumerate(form.at("fields").items(embed.get("fields"), 0, 25)):
        form.at("fields", place, "name").text(field.get("name"), 1, 256)
        form.at("fields", place, "value").text(field.get("value"), 1, 1024)
    if (footer := embed.get("footer")) is not None:
        form.at("footer", "text").text(footer.get("text"), 1, 2048)
    if (author := embed.get("author")) is not None:
        form.at("author", "name").text(author.get("name"), 1, 256)
    if embed.get("url") is not None:
        form.at("url").link(embed["url"], ("http", "https"))
    for part in _PICTURES:
        if embed.get(part) is not None:
            _check_picture(form.at(part, "url"), embed[part].get("url"), filenames)
    if not any(texts(embed)) and not any(embed.get(part) for part in _PICTURES):
        form.at("description").missing()


def _check_picture(form: Form, url: object, filenames: set[str]) -> None:
    form.link(url, _SCHEMES)
    name = str(url).removeprefix("attachment://")
    # Discord would show a message without the picture: never what a program meant.
    if str(url).startswith("attachment://") and name not in filenames:
        form.wrong("ATTACHMENT_NOT_FOUND", f"The attachment {name!r} is not part of this message.")
