"""suou as a responder: SIQ's text forms, bytes and the hash of domains."""

import importlib.metadata

from suou.iding import Siq, make_domain_hash

from adapter import Skip, number, serve

FORMS = {"decimal": "d", "hex": "x", "octal": "o", "base64": "b", "crockford": "c", "crockford0": "0c",
         "base32": "l", "uri": "u"}


def write(form: str, args: dict, bits: int) -> str:
    match form, [*args]:
        case "did", []:
            return Siq(bits).to_did()
        case name, [] if name in FORMS:
            return format(Siq(bits), FORMS[name])
        case "mastodon", ["domain"]:
            return Siq(bits).to_mastodon(args["domain"])
        case "matrix", ["domain"]:
            return Siq(bits).to_matrix(args["domain"])
    raise Skip(f"no form {form} of this")


def answer(ask: dict) -> dict:
    # Without a form a text has the canonical one.
    form, args = ask.get("form", "did"), ask.get("args", {})
    plain = not ask.keys() & {"form", "args"}
    if ask["format"] != "siq" or ask.get("layout") not in ("siq", "siq-3", "siq-4", "siq-5"):
        raise Skip("no such format or layout")
    match ask:
        case {"op": "format", "as": "text"}:
            return {"text": write(form, args, number(ask["bits"]))}
        case {"op": "format", "as": "bytes"} if plain:
            return {"bytes": Siq(number(ask["bits"])).to_bytes(14, "big").hex()}
        case {"op": "parse", "text": text} if form in ("did", "uri") and not args:
            return {"bits": str(int(Siq.from_did(text)))}
        case {"op": "parse", "text": text} if form == "crockford" and not args:
            return {"bits": str(int(Siq.from_cb32(text)))}
        case {"op": "parse", "text": text} if form == "domain" and not args:
            return {"bits": str(make_domain_hash(text))}
        case {"op": "parse", "text": text} if form == "domain" and [*args] == ["local_id"]:
            return {"bits": str(make_domain_hash(text, int(args["local_id"])))}
        case {"op": "parse", "bytes": data} if plain:
            return {"bits": str(int(Siq.from_bytes(bytes.fromhex(data))))}
    raise Skip(f"no {ask['op']} of this")


if __name__ == "__main__":
    serve("suou", importlib.metadata.version("suou"), ["siq"], answer)
