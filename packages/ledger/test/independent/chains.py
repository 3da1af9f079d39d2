"""Chains of entries: docs/trace-answer.md, "Chains"; packages/ledger/SEALED.md, "Entry". Written from these pages alone."""
import re

from formats import Refused, hash_of, open_content
from signed_log import is_included, leaf_hash, newest_by_index


ENTRY = re.compile(r'\{"content":"([\w-]{43})","previous":(?:null|"([\w-]{43})"),"seq":([1-9]\d{0,15}),'
                   r'"subject":"([\w-]{43})","type":"timbermark/entry@2"\}', re.ASCII)


class Entry:
    """An entry, or what waits, with its fields."""

    def __init__(self, opening):
        try:
            self.fields, self.content = open_content(opening)
        except ValueError:
            raise Refused('field') from None
        self.opening, self.closed = opening, opening['closed']
        self.since, self.promise = opening.get('since'), opening.get('promise')


def open_entry(subject, opening):
    match = ENTRY.fullmatch(opening['entry'])
    if not match:
        raise Refused('entry')
    entry = Entry(opening)
    try:
        content, named = hash_of(match.group(1)), hash_of(match.group(4))
        entry.previous = match.group(2) and hash_of(match.group(2))
    except ValueError:
        raise Refused('entry') from None
    entry.number, entry.hash = int(match.group(3)), leaf_hash(opening['entry'])
    if named != subject or entry.number > 2**53 - 1 or (entry.number == 1) != (entry.previous is None):
        raise Refused('entry')
    if content != entry.content:
        raise Refused('field')
    return entry


class Chain:
    def __init__(self):
        self.count, self.entries, self.waiting = 0, {}, {}

    @property
    def sealed(self):
        return [self.entries[number] for number in sorted(self.entries)]

    @property
    def pending(self):
        sealed = {entry.content for entry in self.entries.values()}
        return [entry for content, entry in self.waiting.items() if content not in sealed]

    def add(self, subject, written, head):
        try:
            newest, newest_hash = newest_of(subject, written['index'], head)
        except ValueError:
            raise Refused('index') from None
        self.count = max(self.count, newest)
        entries = [open_entry(subject, one) for one in written['entries']]
        for at, entry in enumerate(entries):
            after = entries[at + 1] if at + 1 < len(entries) else None
            if after and after.number <= entry.number or entry.number > newest:
                raise Refused('entry')
            if entry.number == newest and entry.hash != newest_hash:
                raise Refused('entry')
            is_named = after is not None and after.number == entry.number + 1
            if is_named and after.previous != entry.hash:
                raise Refused('entry')
            inclusion = entry.opening['inclusion']
            if inclusion is None:
                if not is_named:
                    raise Refused('entry')
            elif not includes(head, inclusion, entry.hash):
                raise Refused('entry')
            known = self.entries.get(entry.number)
            if known and known.hash != entry.hash:
                raise Refused('entry')
            # What is given in several answers counts as in the last.
            self.entries[entry.number] = entry
        for one in map(Entry, written['waiting']):
            one.subject = subject
            self.waiting[one.content] = one


def newest_of(subject, index, head):
    if head:
        return newest_by_index(subject, index, head.index)
    # Before its first head the log holds nothing.
    if index['siblings'] or index['end']:
        raise ValueError('index')
    return 0, None


def includes(head, inclusion, leaf):
    try:
        return is_included(head, inclusion['index'], leaf, inclusion['path'])
    except ValueError:
        return False
