"""The signature of a hook's call: that of Standard Webhooks, which many languages can check."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets

PREFIX = "whsec_"


def fresh_secret() -> str:
    """Return a secret that nobody can guess."""
    return PREFIX + base64.b64encode(secrets.token_bytes(32)).decode()


def signed(secret: str, name: str, at_s: int, body: bytes) -> dict[str, str]:
    """Return the headers of a call: its name, when it was sent (s since 1970), the signature.

    The name stays the same when a call is tried again; the time does not.
    """
    key = base64.b64decode(secret.removeprefix(PREFIX))
    what = b".".join((name.encode(), str(at_s).encode(), body))
    proof = base64.b64encode(hmac.new(key, what, hashlib.sha256).digest()).decode()
    return {
        "webhook-id": name,
        "webhook-timestamp": str(at_s),
        "webhook-signature": f"v1,{proof}",
    }
