"""suou as a responder: SIQ's text forms, bytes and the hash of domains; Snowflake's text forms."""

import importlib.metadata

from suou.iding import Siq, make_domain_hash

from adapter import Skip, serve

FORMS = {"decimal": "d", "hex": "x", "octal": "o", "base64": "b", "crockford": "c", "crockford0": "0c",
         "base32": "l", "uri": "u"}


def write(form: str, bits: int) -> str:
    words = form.split(" ")
    match words:
        case [""]:
            return Siq(bits).to_did()
        case [name] if name in FORMS:
            return format(Siq(bits), FORMS[name])
        case ["mastodon", domain]:
            return Siq(bits).to_mastodon(domain)
        case ["matrix", domain]:
            return Siq(bits).to_matrix(domain)
    raise Skip(f"no form {words[0]}")


def answer(ask: dict) -> dict:
    form = ask.get("form", "")
    if ask["format"] != "siq" or ask["layout"] not in ("siq", "siq-3", "siq-4", "siq-5"):
        raise Skip("no such format or layout")
    match ask:
        case {"op": "format", "as": "text"}:
            return {"text": write(form, int(ask["bits"]))}
        case {"op": "format", "as": "bytes"} if not form:
            return {"bytes": Siq(int(ask["bits"])).to_bytes(14, "big").hex()}
        case {"op": "parse", "text": text} if form in ("", "uri"):
            return {"bits": str(int(Siq.from_did(text)))}
        case {"op": "parse", "text": text} if form == "crockford":
            return {"bits": str(int(Siq.from_cb32(text)))}
        case {"op": "parse", "text": text} if form == "domain":
            return {"bits": str(make_domain_hash(text))}
        case {"op": "parse", "text": text} if form.startswith("domain "):
            return {"bits": str(make_domain_hash(text, int(form.split(" ")[1])))}
        case {"op": "parse", "bytes": data} if not form:
            return {"bits": str(int(Siq.from_bytes(bytes.fromhex(data))))}
    raise Skip(f"no {ask['op']} of this")


if __name__ == "__main__":
    serve("suou", importlib.metadata.version("suou"), ["siq"], answer)
