"""Subjects of requests: SEALED.md, "Entry"; docs/trace-answer.md, "The way from a code"; RFC 9381, ECVRF-EDWARDS25519-SHA512-TAI.

Written from these documents alone. For verifying only.
"""
import hashlib
import re

from formats import from_base64, from_base64url, sha256
from signed_log import BASE, L, P, add, decode_point, is_small, multiply

NAME = 'timbermark/request-key'
SUITE, ENCODE, CHALLENGE, OUTPUT, BACK = b'\3', b'\1', b'\2', b'\3', b'\0'


def parse_request_key(text):
    """(first number, public key). Raises ValueError."""
    match = re.fullmatch(re.escape(NAME) + r'\+([0-9a-f]{8})\+(.+)', text)
    data = from_base64(match.group(2)) if match else b''
    if len(data) != 37 or data[0] != 0xff or sha256(NAME.encode() + b'\n' + data)[:4].hex() != match.group(1):
        raise ValueError('not a request key')
    first, key = int.from_bytes(data[1:5], 'big'), data[5:]
    point = decode_point(key)
    if first < 1 or point is None or is_small(point):
        raise ValueError('not an allowed request key')
    return first, key


def encode_point(point):
    x, y, z, _ = point
    inverse = pow(z, P - 2, P)
    return (y * inverse % P | (x * inverse % P & 1) << 255).to_bytes(32, 'little')


def negative(point):
    x, y, z, t = point
    return -x % P, y, z, -t % P


def to_curve(key, text):
    """RFC 9381, 5.4.1.1."""
    for counter in range(256):
        point = decode_point(hashlib.sha512(SUITE + ENCODE + key + text + bytes([counter]) + BACK).digest()[:32])
        if point is not None and not is_small(point):
            return multiply(8, point)
    raise ValueError('no point')


def output_of(key, text, proof):
    """RFC 9381, 5.3; None for an invalid proof."""
    if len(proof) != 80:
        return None
    gamma, c, s = decode_point(proof[:32]), int.from_bytes(proof[32:48], 'little'), int.from_bytes(proof[48:], 'little')
    y = decode_point(key)
    if gamma is None or y is None or s >= L:
        return None
    h = to_curve(key, text)
    u = add(multiply(s, BASE), negative(multiply(c, y)))
    v = add(multiply(s, h), negative(multiply(c, gamma)))
    points = key + encode_point(h) + proof[:32] + encode_point(u) + encode_point(v)
    if hashlib.sha512(SUITE + CHALLENGE + points + BACK).digest()[:16] != proof[32:48]:
        return None
    return hashlib.sha512(SUITE + OUTPUT + encode_point(multiply(8, gamma)) + BACK).digest()


KNOWN = {}


def shown_by(key, number, text):
    """The subject that one proof shows, or None."""
    if (key, number, text) not in KNOWN:
        try:
            output = output_of(key, request_text(number), from_base64url(text))
        except ValueError:
            output = None
        KNOWN[key, number, text] = output and output[:32]
    return KNOWN[key, number, text]


def request_text(number):
    """Raises OverflowError for a number that has no four bytes."""
    return b'timbermark/request\0' + int(number).to_bytes(4, 'big')


def subject_of(request_key, number, answers):
    """The only subject of a request; None without a proof, or with one that is not valid."""
    first, key = parse_request_key(request_key)
    text = request_text(number)
    if number < first:
        return sha256(text)
    proofs = [one['proof'] for answer in answers for one in answer.get('requests', []) if one['number'] == number]
    subjects = [shown_by(key, number, proof) for proof in proofs]
    return None if not subjects or None in subjects else subjects[0]
