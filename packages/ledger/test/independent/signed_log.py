"""Signed heads, tree and index: docs/trace-answer.md, "Which head may be believed"; SEALED.md; RFC 8032, 9162; C2SP signed-note.

Written from these documents alone. Ed25519 is written out for clearness, not for speed, and not for signing.
"""
import hashlib
import re

from formats import MAX_COUNT, from_base64, hash_of, hashes_of, milliseconds, sha256

# Ed25519 (RFC 8032, 5.1)

P = 2**255 - 19
L = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT = pow(2, (P - 1) // 4, P)


def add(a, b):
    x1, y1, z1, t1 = a
    x2, y2, z2, t2 = b
    m, n = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, h = n - m, d - c, d + c, n + m
    return e * f % P, g * h % P, f * g % P, e * h % P


def multiply(number, point):
    result = (0, 1, 1, 0)
    while number:
        if number & 1:
            result = add(result, point)
        point = add(point, point)
        number >>= 1
    return result


def same_point(a, b):
    return (a[0] * b[2] - b[0] * a[2]) % P == 0 and (a[1] * b[2] - b[1] * a[2]) % P == 0


def decode_point(data):
    """None for what is not canonical."""
    y = int.from_bytes(data, 'little')
    sign, y = y >> 255, y & (2**255 - 1)
    if y >= P:
        return None
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P != 0:
        x = x * ROOT % P
    if (x * x - square) % P != 0 or (x == 0 and sign):
        return None
    if x & 1 != sign:
        x = P - x
    return x, y, 1, x * y % P


BASE = decode_point((4 * pow(5, P - 2, P) % P).to_bytes(32, 'little'))


def is_small(point):
    return same_point(multiply(8, point), (0, 1, 1, 0))


def verify_signature(public_key, message, signature):
    if len(signature) != 64 or len(public_key) != 32:
        return False
    a, r, s = decode_point(public_key), decode_point(signature[:32]), int.from_bytes(signature[32:], 'little')
    if a is None or r is None or s >= L or is_small(a) or is_small(r):
        return False
    k = int.from_bytes(hashlib.sha512(signature[:32] + public_key + message).digest(), 'little') % L
    return same_point(multiply(s, BASE), add(r, multiply(k, a)))


# Notes and heads

#: White space and line ends of Unicode, which no name of a key may have.
SPACE = '\t\n\v\f\r \u0085\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff'
NAME = re.compile(f'[^{SPACE}+]+')
LINE = re.compile(f'\u2014 ([^{SPACE}]+) ([^{SPACE}]+)')


def is_name(text):
    return NAME.fullmatch(text) is not None and not any(char < ' ' for char in text)


def parse_key(text):
    match = re.fullmatch(r'([^+]+)\+([0-9a-f]{8})\+(.+)', text)
    if not match:
        raise ValueError('not a verifier key')
    name, key_id, data = match.group(1), match.group(2), from_base64(match.group(3))
    if not is_name(name) or len(data) != 33 or data[0] != 1:
        raise ValueError('not the key of a log')
    if sha256(name.encode() + b'\n' + data)[:4].hex() != key_id:
        raise ValueError('not the id of this key')
    return name, key_id, data[1:]


def parse_note(note):
    """The text, and its signature lines as (name, id, signature)."""
    if not note.endswith('\n') or any(char < ' ' and char != '\n' for char in note):
        raise ValueError('not a note')
    note.encode()
    split = note.rindex('\n\n')
    lines = note[split + 2:-1].split('\n')
    signatures = []
    if len(lines) > 64:
        raise ValueError('too many signatures')
    for line in lines:
        match = LINE.fullmatch(line)
        if not match or not is_name(match.group(1)):
            raise ValueError('not a signature line')
        data = from_base64(match.group(2))
        if len(data) < 5:
            raise ValueError('not a signature')
        signatures.append((match.group(1), data[:4].hex(), data[4:]))
    return note[:split + 1], signatures


class Head:
    def __init__(self, text, key_index):
        lines = text.split('\n')
        if lines.pop() != '' or len(lines) < 3 or '' in lines:
            raise ValueError('not a checkpoint')
        self.text, self.key_index, self.origin = text, key_index, lines[0]
        if not re.fullmatch(r'0|[1-9][0-9]*', lines[1]) or int(lines[1]) > MAX_COUNT:
            raise ValueError('not a size')
        self.size, self.root = int(lines[1]), hash_of(lines[2], from_base64)
        indexes = [line[17:] for line in lines[3:] if line.startswith('timbermark/index ')]
        times = [line[16:] for line in lines[3:] if line.startswith('timbermark/time ')]
        self.index = hash_of(indexes[0], from_base64) if len(indexes) == 1 else None
        self.time_text = times[0] if len(times) == 1 else None
        whole = self.time_text and re.fullmatch(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ', self.time_text, re.ASCII)
        self.time = milliseconds(self.time_text) if whole else None


def open_head(note, keys):
    """The head under the first key that signed it. Raises ValueError."""
    text, signatures = parse_note(note)
    for index, written in enumerate(keys):
        name, key_id, public_key = parse_key(written)
        claims = [data for claimed, claimed_id, data in signatures if (claimed, claimed_id) == (name, key_id)]
        if claims and all(verify_signature(public_key, text.encode(), data) for data in claims):
            head = Head(text, index)
            if head.origin == name:
                if head.index is None:
                    raise ValueError('no index')
                return head
    raise ValueError('no key signed this head')


STATEMENT = re.compile(r'\{"at":"([^"]{1,40})","root":"([A-Za-z0-9+/]{43}=)","type":"timbermark/index@1"\}')


def is_stated(head, statement):
    match = STATEMENT.fullmatch(statement['entry']) if statement else None
    if not match or head.time is None:
        return False
    try:
        return (match.group(1) == head.time_text and hash_of(match.group(2), from_base64) == head.index
                and is_included(head, head.size - 1, leaf_hash(statement['entry']), statement['path']))
    except ValueError:
        return False


# Tree (RFC 9162, 2.1) and index (SEALED.md)

def leaf_hash(text):
    return sha256(b'\0' + text.encode())


def node_hash(left, right):
    return sha256(b'\1' + left + right)


def is_included(head, place, leaf, path):
    """Recomputes the root from the top: each step of the path is one split of RFC 9162, 2.1.1."""
    size, path = head.size, hashes_of(path)
    if not 0 <= place < size:
        return False

    def root_of(place, size, path):
        if size == 1:
            return leaf if not path else None
        if not path:
            return None
        split = 1 << (int(size) - 1).bit_length() - 1
        if place < split:
            below = root_of(place, split, path[:-1])
            return below and node_hash(below, path[-1])
        below = root_of(place - split, size - split, path[:-1])
        return below and node_hash(path[-1], below)

    return root_of(int(place), int(size), path) == head.root


def is_grown(before, head, proof):
    """RFC 9162, 2.1.4: by the recursion of its definition, from both roots."""
    if before.size == 0:
        return True
    try:
        proof = hashes_of(proof)
    except ValueError:
        return False
    rest = list(proof)

    def roots_of(old, size, is_whole):
        """Roots of the old part and of all of a subtree; takes the proof from its end."""
        if old == size:
            if is_whole:
                return before.root, before.root
            if not rest:
                raise ValueError('too short')
            root = rest.pop(0)
            return root, root
        split = 1 << (size - 1).bit_length() - 1
        if old <= split:
            part, whole = roots_of(old, split, is_whole)
            return part, node_hash(whole, rest.pop(0))
        part, whole = roots_of(old - split, size - split, False)
        left = rest.pop(0)
        return node_hash(left, part), node_hash(left, whole)

    try:
        old_root, new_root = roots_of(before.size, head.size, True)
    except (ValueError, IndexError):
        return False
    return not rest and old_root == before.root and new_root == head.root


def bit(subject, depth):
    return subject[depth // 8] >> 7 - depth % 8 & 1


def newest_by_index(subject, index, root):
    """(number, hash) of the newest entry; (0, None) when there is none. Raises ValueError."""
    siblings, end = hashes_of(index['siblings']), index['end']
    if len(siblings) > 256:
        raise ValueError('index')
    node, found = bytes(32), (0, None)
    if end:
        leaf, entry, number = hash_of(end['subject']), hash_of(end['hash']), int(end['seq'])
        if number < 1 or any(bit(leaf, at) != bit(subject, at) for at in range(len(siblings))):
            raise ValueError('index')
        node = sha256(b'\2' + leaf + number.to_bytes(8, 'big') + entry)
        if leaf == subject:
            found = (number, entry)
    for depth in reversed(range(len(siblings))):
        sides = (siblings[depth], node) if bit(subject, depth) else (node, siblings[depth])
        node = sha256(b'\3' + sides[0] + sides[1])
    if node != root:
        raise ValueError('index')
    return found
