"""Rules about single entries: docs/trace-answer.md, "The way from a code". Written from that page alone."""
import re

from answer_form import MENTION, RANGES
from formats import content_digest, from_base64url, milliseconds, sha256, to_base64url

CLOSED_DECLARED_FROM = milliseconds('2026-11-27T00:00:00Z')

STEPS = {
    ('submit', 'notAuthorized'): 'notYetCertified',
    ('authorize', 'notAuthorized'): 'authorizedNotCertified',
    ('pass', 'notYetCertified'): 'certified',
    ('pass', 'authorizedNotCertified'): 'certified',
    ('fail', 'notYetCertified'): 'failed',
    ('fail', 'authorizedNotCertified'): 'authorizedFailed',
    ('resubmit', 'failed'): 'notYetCertified',
    ('resubmit', 'authorizedFailed'): 'authorizedNotCertified',
    **{('withdraw', state): 'notAuthorized' for state in
       ('notYetCertified', 'authorizedNotCertified', 'failed', 'authorizedFailed', 'certified')},
}


ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'


def number_in(chars):
    number = 0
    for char in chars:
        number = number * 32 + ALPHABET.index(char)
    return number


def mix(bits):
    bits = (bits ^ bits >> 16) * 0x85EBCA6B % 2**32
    bits = (bits ^ bits >> 13) * 0xC2B2AE35 % 2**32
    return bits ^ bits >> 16


def serial_in(code):
    """The serial that a code of format 2 states (packages/codes/FORMAT.md)."""
    request, hidden, tag = number_in(code[:5]), number_in(code[5:10]), number_in(code[10:])
    return hidden ^ mix(mix(mix(request) ^ tag >> 25) ^ tag % 2**25) >> 7


def holds(codes, serial):
    return any(start <= serial < end for start, end in codes)


def concerns(entry, kind, serial):
    codes, own = entry.fields.get('codes'), entry.fields.get('kind')
    if not RANGES(codes):
        return True
    return holds(codes, serial) and (own == kind or own not in ('packing', 'certification', 'label', 'custody'))


def mention_in(entry, serial):
    """The mention; False for one that does not concern the code, None for what is no mention."""
    fields = entry.fields
    if serial is not None:
        if not RANGES(fields.get('codes')):
            return None
        if not holds(fields['codes'], serial) or fields.get('kind') == 'move':
            return False
    is_whole = fields.get('kind') == 'mention' and not entry.closed and MENTION(fields)
    return fields if is_whole else None


def closes(mention, content):
    closed = mention['record'].get('closed')
    if closed is None:
        return milliseconds(mention['at']) < CLOSED_DECLARED_FROM
    return to_base64url(content_digest(list(map(from_base64url, content.closed)))) == closed


def status_of(batch, request, serial):
    of_codes = [recall for recall in request.get('recalls', []) if holds(recall['codes'], serial)]
    if any(recall['lifted'] is None for recall in batch.get('recalls', []) + of_codes):
        return 'recalled'
    return 'voided' if batch['status'] == 'voided' else 'active'


RANGE = re.compile(r'(\d{1,10}):(\d{1,10})-(\d{1,10})', re.ASCII)


def named_codes(fields, ranges, path):
    """What a record names: (`item`, `package`, `batch` or `unknown`, how many codes); None when other ranges were sealed."""
    codes = fields.get('codes')
    if codes is None:
        return None if ranges is not None else ('unknown', None)
    count = int(codes['count'])
    if ranges is None:
        return 'unknown', count
    try:
        if sha256('\n'.join(ranges).encode()).hex() != codes['sha256']:
            return None
    except UnicodeEncodeError:
        return None
    named = [tuple(map(int, match.groups())) for match in map(RANGE.fullmatch, ranges) if match]
    includes = [any(of == request and start <= serial < end for of, start, end in named) for request, serial in path]
    return 'item' if includes[0] else 'package' if any(includes) else 'batch', count
