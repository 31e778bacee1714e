"""An e-mail as one page of HTML that needs nothing else, as a mail client shows it in a light theme."""

from base64 import b64encode
from email.message import EmailMessage

_WINDOW = '<body style="margin:0"><div style="width:700px;border-radius:10px;overflow:hidden">'


def letter(mail: EmailMessage) -> str:
    """With its pictures inside, in a window of its own."""
    html = mail.get_body(("html",))
    assert isinstance(html, EmailMessage)
    page = str(html.get_content())
    for part in mail.walk():
        if part.get_content_type() == "image/png":
            name = str(part["Content-ID"]).strip("<>")
            page = page.replace(
                f"cid:{name}", f"data:image/png;base64,{b64encode(part.get_content()).decode()}"
            )
    head, _, body = page.partition("<body")
    return f"{head}{_WINDOW}{body.partition('>')[2].replace('</body>', '</div></body>')}"
