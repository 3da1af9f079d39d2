"""Texts and forms of the proof answer: docs/trace-answer.md, "Encodings" and "Types"; packages/ledger/SEALED.md, "Field".

Written from these documents alone, with Python's standard library. It shares no code with the product.
"""
import base64
import calendar
import hashlib
import json
import re
import unicodedata
from decimal import Decimal

MAX_COUNT = 2**53 - 1


class Refused(Exception):
    """A text or a form is not as the documents require. `fault` is the word of "Outcome"."""

    def __init__(self, fault):
        super().__init__(fault)
        self.fault = fault


def sha256(data):
    return hashlib.sha256(data).digest()


def from_base64(text):
    if not isinstance(text, str) or not re.fullmatch(r'[A-Za-z0-9+/]*={0,2}', text, re.ASCII):
        raise ValueError('not base64')
    data = base64.b64decode(text, validate=True)
    if base64.b64encode(data).decode() != text:
        raise ValueError('not the one text of these bytes')
    return data


def from_base64url(text):
    if not isinstance(text, str) or not re.fullmatch(r'[\w-]*', text, re.ASCII):
        raise ValueError('not base64url')
    padded = text.replace('-', '+').replace('_', '/')
    return from_base64(padded + '=' * (-len(padded) % 4))


def to_base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip('=')


def hash_of(text, decode=from_base64url):
    data = decode(text)
    if len(data) != 32:
        raise ValueError('not 32 bytes')
    return data


def hashes_of(texts):
    return [hash_of(text, from_base64) for text in texts]


# Canonical JSON (RFC 8785)

def number_text(number):
    """The text that ECMAScript gives a double."""
    number = float(number)
    if number != number or number in (float('inf'), float('-inf')):
        raise ValueError('no number')
    if number == 0:
        return '0'
    sign, digits, exponent = Decimal(repr(abs(number))).normalize().as_tuple()
    digits = ''.join(map(str, digits))
    point = len(digits) + exponent
    minus = '-' if number < 0 else ''
    if len(digits) <= point <= 21:
        return minus + digits + '0' * (point - len(digits))
    if 0 < point <= 21:
        return f'{minus}{digits[:point]}.{digits[point:]}'
    if -6 < point <= 0:
        return f'{minus}0.{"0" * -point}{digits}'
    mantissa = digits[0] + ('.' + digits[1:] if len(digits) > 1 else '')
    return f'{minus}{mantissa}e{"+" if point > 0 else "-"}{abs(point - 1)}'


ESCAPES = {'"': '\\"', '\\': '\\\\', '\b': '\\b', '\f': '\\f', '\n': '\\n', '\r': '\\r', '\t': '\\t'}


def quote(text):
    if any('\ud800' <= char <= '\udfff' for char in text):
        raise ValueError('half a surrogate pair')
    return '"' + ''.join(ESCAPES.get(c) or (f'\\u{ord(c):04x}' if c < ' ' else c) for c in text) + '"'


def canonical(value, depth=0):
    if value is None or value is True or value is False:
        return {None: 'null', True: 'true', False: 'false'}[value]
    if isinstance(value, str):
        return quote(value)
    if isinstance(value, (int, float)):
        return number_text(value)
    if depth >= 100:
        raise ValueError('nested too deeply')
    if isinstance(value, list):
        return '[' + ','.join(canonical(item, depth + 1) for item in value) + ']'
    names = sorted(value, key=lambda name: name.encode('utf-16-be', 'surrogatepass'))
    return '{' + ','.join(f'{quote(name)}:{canonical(value[name], depth + 1)}' for name in names) + '}'


def no_constant(text):
    raise ValueError(text)


def parse_json(text):
    """Every number is a double, as in the product: two numbers that a double does not tell apart are one."""
    return json.loads(text, parse_constant=no_constant, parse_int=float)


def assert_nfc(value):
    if isinstance(value, str):
        if unicodedata.normalize('NFC', value) != value:
            raise ValueError('not in NFC')
    elif isinstance(value, list):
        for item in value:
            assert_nfc(item)
    elif isinstance(value, dict):
        for name, item in value.items():
            assert_nfc(name)
            assert_nfc(item)


# Fields and contents (SEALED.md)

def open_field(text):
    parts = parse_json(text)
    if canonical(parts) != text:
        raise ValueError('not canonical')
    if not isinstance(parts, list) or len(parts) != 3:
        raise ValueError('not a field')
    salt, name, value = parts
    if not isinstance(salt, str) or len(from_base64url(salt)) != 16 or not isinstance(name, str) or name == '':
        raise ValueError('not a field')
    assert_nfc([name, value])
    return name, value


def field_text(salt, name, value):
    assert_nfc([name, value])
    if name == '':
        raise ValueError('a field needs a name')
    return canonical([to_base64url(salt), name, value])


def content_digest(digests):
    ordered = sorted(digests)
    if any(len(digest) != 32 for digest in ordered) or len(set(ordered)) < len(ordered):
        raise ValueError('not the digests of a content')
    return sha256(b''.join(ordered))


def open_content(opening):
    """Fields by name, and the digest. Raises ValueError."""
    fields = dict(map(open_field, opening['opened']))
    if len(fields) != len(opening['opened']) or opening['forgotten'] > len(opening['closed']):
        raise ValueError('fields')
    digests = [sha256(text.encode()) for text in opening['opened']] + [hash_of(text) for text in opening['closed']]
    return fields, content_digest(digests)


# Forms

def is_text(value):
    return isinstance(value, str)


def is_flag(value):
    return value is True or value is False


def is_number(value):
    return isinstance(value, (int, float)) and not is_flag(value)


def is_count(value):
    return is_number(value) and value == value and 0 <= value <= MAX_COUNT and int(value) == value


def is_positive(value):
    return is_count(value) and value >= 1


def matching(pattern):
    return lambda value: is_text(value) and re.fullmatch(pattern, value, re.ASCII) is not None


is_hex = matching(r'[0-9a-f]{64}')


def is_hash(value):
    try:
        hash_of(value)
        return True
    except ValueError:
        return False


MOMENT = re.compile(r'(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?Z', re.ASCII)


def milliseconds(text):
    """Milliseconds since 1970; None for what is no moment."""
    match = MOMENT.fullmatch(text) if is_text(text) else None
    if not match:
        return None
    year, month, day, hour, minute, second = (int(part or 0) for part in match.groups()[:6])
    if not 1 <= month <= 12 or hour > 23 or minute > 59 or second > 59:
        return None
    leap = calendar.isleap(year) and month == 2
    if not 1 <= day <= calendar.mdays[month] + leap:
        return None
    # Days by the civil calendar: `datetime` knows no year 0.
    shifted = year - (month <= 2)
    era, year_of_era = divmod(shifted, 400)
    day_of_year = (153 * ((month + 9) % 12) + 2) // 5 + day - 1
    days = era * 146097 + year_of_era * 365 + year_of_era // 4 - year_of_era // 100 + day_of_year - 719468
    fraction = int(((match.group(7) or '') + '000')[:3])
    return ((days * 24 + hour) * 60 + minute) * 60000 + second * 1000 + fraction


def is_moment(value):
    return milliseconds(value) is not None


def one_of(words):
    return lambda value: is_text(value) and value in words


def null_or(form):
    return lambda value: value is None or form(value)


def either(*forms):
    return lambda value: any(form(value) for form in forms)


def list_of(form):
    return lambda value: isinstance(value, list) and all(map(form, value))


def members(**forms):
    """An object; a name that ends in `_` may be absent."""

    def fits(value):
        if not isinstance(value, dict):
            return False
        for name, form in forms.items():
            plain = name.rstrip('_')
            if plain not in value:
                if name == plain:
                    return False
            elif not form(value[plain]):
                return False
        return True

    return fits
