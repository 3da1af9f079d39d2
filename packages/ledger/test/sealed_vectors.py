"""Makes the vectors of SEALED.md from that page alone, with only the standard library of Python.

python3 packages/ledger/test/sealed_vectors.py
"""
import base64
import hashlib
import json
import os

HERE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "vectors")


def sha(data):
    return hashlib.sha256(data).digest()


def b64(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def canonical(value):
    # Enough of RFC 8785 for these values: integers, and keys within the Basic Multilingual Plane.
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"), sort_keys=True)


def pseudo_random(*parts):
    """Bytes that look random and are the same in each run."""
    return sha("/".join(str(part) for part in parts).encode())


def field(name, value, *salt):
    text = canonical([b64(pseudo_random("salt", *salt)[:16]), name, value])
    return text, sha(text.encode())


def content(digests):
    return sha(b"".join(sorted(digests)))


def fields():
    values = [
        ("name", "Okoumé"),
        ("name", "奥古曼木"),
        ("labels", {"zh": "树种", "en": "Species", "fr": "Essence"}),
        ("volume", "12.500"),
        ("count", 20000000),
        ("empty", ""),
        ("none", None),
        ("yes", True),
        ("list", [1, "two", [3]]),
        ("line", 'a "quoted"\ttext\nwith \\ and \u0007'),
        ("tree", "\U0001f332"),
        ("nested", {"b": [{"a": None}], "a": -1}),
    ]
    out = []
    for place, (name, value) in enumerate(values):
        text, digest = field(name, value, "field", place)
        salt = pseudo_random("salt", "field", place)[:16]
        out.append({"salt": salt.hex(), "name": name, "value": value, "text": text, "digest": digest.hex()})
    return out


def requests():
    numbers = [1, 2, 255, 256, 33554431, 4294967295]
    return [
        {"number": number, "subject": sha(b"timbermark/request\0" + number.to_bytes(4, "big")).hex()}
        for number in numbers
    ]


def withdrawals():
    out = []
    for name in ["records", "block"]:
        subject = pseudo_random("subject", name)
        out.append({"of": subject.hex(), "subject": sha(b"timbermark/withdrawals\0" + subject).hex()})
    return out


def blocks():
    out = []
    for key, block in [("one", 0), ("one", 1), ("two", 312499), ("two", 4294967295)]:
        secret = pseudo_random("blocks", key)
        subject = sha(b"timbermark/codes\0" + secret + block.to_bytes(4, "big"))
        out.append({"key": secret.hex(), "block": block, "subject": subject.hex()})
    return out


def chain():
    subject = sha(b"timbermark/request\0" + (7).to_bytes(4, "big"))
    previous = None
    entries = []
    contents = [
        ([("number", 7), ("count", 10000), ("batch", b64(pseudo_random("batch")))], [("operator", "N. N.")]),
        ([("status", "completed"), ("manifest", pseudo_random("manifest").hex())], []),
        ([("stage", "felling"), ("labels", {"zh": "采伐", "en": "Felling", "fr": "Abattage"})], [("a", 1), ("b", 2)]),
    ]
    for place, (opened_fields, closed_fields) in enumerate(contents):
        opened = [field(name, value, "chain", place, name) for name, value in opened_fields]
        closed = [field(name, value, "chain", place, name) for name, value in closed_fields]
        digest = content([digest for _, digest in opened + closed])
        text = canonical(
            {
                "type": "timbermark/entry@2",
                "subject": b64(subject),
                "seq": place + 1,
                "previous": previous and b64(previous),
                "content": b64(digest),
            }
        )
        previous = sha(b"\0" + text.encode())
        entries.append(
            {
                "seq": place + 1,
                "entry": text,
                "hash": previous.hex(),
                "content": digest.hex(),
                "opened": [text for text, _ in opened],
                "closed": [b64(digest) for _, digest in closed],
            }
        )
    return {"subject": subject.hex(), "entries": entries}


def bit(subject, depth):
    return subject[depth // 8] >> (7 - depth % 8) & 1


def place(tree, depth=0):
    """tree: list of (subject, seq, hash)"""
    if not tree:
        return bytes(32)
    if len(tree) == 1:
        subject, seq, entry = tree[0]
        return sha(b"\x02" + subject + seq.to_bytes(8, "big") + entry)
    sides = [[one for one in tree if bit(one[0], depth) == side] for side in (0, 1)]
    return sha(b"\x03" + place(sides[0], depth + 1) + place(sides[1], depth + 1))


def proof(tree, subject):
    siblings = []
    depth = 0
    while len(tree) > 1:
        side = bit(subject, depth)
        siblings.append(place([one for one in tree if bit(one[0], depth) != side], depth + 1))
        tree = [one for one in tree if bit(one[0], depth) == side]
        depth += 1
    return siblings, tree[0] if tree else None


def index():
    as_json = lambda one: {"subject": one[0].hex(), "seq": one[1], "hash": one[2].hex()}
    subjects = [pseudo_random("subject", n) for n in range(40)]
    # Some that share a long prefix with another.
    subjects += [subjects[0][:31] + bytes([subjects[0][31] ^ 1]), subjects[1][:10] + bytes(22), bytes(32), b"\xff" * 32]
    entries = [(subject, n + 1, pseudo_random("entry", n)) for n, subject in enumerate(subjects)]
    entries += [(subjects[n], 2**40 + n, pseudo_random("newer", n)) for n in (0, 5, 41)]
    tree = {}
    roots = []
    for entry in entries:
        tree[entry[0]] = entry
        roots.append(place(list(tree.values())).hex())
    strangers = [pseudo_random("stranger", n) for n in range(12)] + [subjects[0][:31] + bytes([subjects[0][31] ^ 2])]
    proofs = []
    for subject in subjects[:12] + subjects[40:] + strangers:
        siblings, end = proof(list(tree.values()), subject)
        proofs.append(
            {
                "subject": subject.hex(),
                "siblings": [sibling.hex() for sibling in siblings],
                "end": end and as_json(end),
                "present": subject in tree,
            }
        )
    return {"entries": [as_json(entry) for entry in entries], "roots": roots, "proofs": proofs}


def write(name, value):
    with open(os.path.join(HERE, name), "w", encoding="utf-8") as out:
        json.dump(value, out, ensure_ascii=False, indent=1)
        out.write("\n")


write("sealed-v2.json", {"fields": fields(), "requests": requests(), "blocks": blocks(), "withdrawals": withdrawals(),
                         "chain": chain()})
write("index-v2.json", index())
