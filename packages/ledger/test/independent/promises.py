"""Promises: docs/trace-answer.md, "Promises"; packages/ledger/SEALED.md, "Promise". Written from these pages alone."""
import re

from formats import hash_of, is_text, milliseconds, parse_json
from signed_log import is_included, leaf_hash, parse_key, parse_note, verify_signature

DAY = 86_400_000
MOST_VERIFIED, MOST_KEPT, LONGEST_NOTE = 32, 200, 1_000
TIME = re.compile(r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z', re.ASCII)


class Promise:
    """A promise whose signature is not verified yet. Raises ValueError."""

    def __init__(self, note):
        if len(note) > LONGEST_NOTE:
            raise ValueError('not a promise')
        self.text, signatures = parse_note(note)
        lines = self.text.split('\n')
        if len(signatures) != 1 or len(lines) != 6 or lines[0] != 'timbermark/promise@1' or not lines[1] or lines[5]:
            raise ValueError('not a promise')
        self.signature, self.origin = signatures[0], lines[1]
        self.subject, self.content = hash_of(lines[2]), hash_of(lines[3])
        self.at = milliseconds(lines[4]) if TIME.fullmatch(lines[4]) else None
        if self.at is None:
            raise ValueError('not a promise')

    def is_by(self, key):
        name, key_id, public_key = parse_key(key)
        claimed, claimed_id, data = self.signature
        is_claimed = name == self.origin == claimed and claimed_id == key_id
        return is_claimed and verify_signature(public_key, self.text.encode(), data)

    def is_due(self, head):
        return head.time is not None and head.time - self.at > DAY


def parse_promise(note):
    try:
        return Promise(note)
    except ValueError:
        return None


def promises_in(answer, key):
    """The promises of an answer, by their text, that this key signed. Only the first notes are looked at."""
    notes = [one['promise'] for chain in answer['chains'] for one in chain['waiting'] if one['promise'] is not None]
    opened = {}
    for note in list(dict.fromkeys(notes))[:MOST_VERIFIED]:
        promise = parse_promise(note)
        if promise and promise.is_by(key):
            opened[note] = promise
    return opened


def names_of(keys):
    return [parse_key(key)[0] for key in keys]


def proven_breaks(breaks, head, keys):
    """Breaks that the log declares below the head: (which key each begins, when)."""
    names, proven = names_of(keys), []
    for one in breaks:
        try:
            if not is_included(head, one['index'], leaf_hash(one['entry']), one['path']):
                continue
            entry = parse_json(one['entry'])
        except ValueError:
            continue
        if not isinstance(entry, dict) or entry.get('type') != 'timbermark/break@1':
            continue
        origin, at = entry.get('origin'), milliseconds(entry.get('at'))
        if is_text(origin) and origin in names[1:] and origin != names[0] and at is not None:
            proven.append((names.index(origin), at))
    return proven


def judge_kept(kept, demanded, head, breaks, keys, find_chain):
    """What became of the promises that the reader keeps. `broken` accuses the log."""
    result = {'fulfilled': [], 'broken': [], 'lost': [], 'sought': []}
    names = names_of(keys)
    for note in kept[-MOST_KEPT:]:
        promise = parse_promise(note)
        chain = promise and find_chain(promise.subject)
        if not chain:
            continue
        if any(entry.content == promise.content for entry in chain.entries.values()):
            result['fulfilled'].append(note)
            continue
        if not promise.is_due(head):
            continue
        content = note.split('\n')[3]
        if len(chain.entries) < chain.count and content not in demanded:
            result['sought'].append(content)
            continue
        place = names.index(promise.origin) if promise.origin in names else None
        if place is None or not promise.is_by(keys[place]):
            continue
        is_declared = any(place < key_index <= head.key_index and promise.at <= at
                          for key_index, at in proven_breaks(breaks, head, keys))
        result['lost' if is_declared else 'broken'].append(promise.at if is_declared else note)
    return result
