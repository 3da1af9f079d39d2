#!/usr/bin/env python3
"""Judges proof answers of trace codes: docs/trace-answer.md, written from that page, sealed-fields.md and SEALED.md alone.

Reads lines of JSON {"code", "keys", "requestKey", "now", "previousHead"?, "keptPromises"?, "demanded"?, "answers", "companies"?, "proofs"?}; writes one line of JSON
for each: the outcome, the faults, what of an accepted item would be drawn, and what became of promises. Python 3.9 and its standard library; imports nothing of the product.
"""
import json
import sys

from answer_form import is_answer, kind_forms, write_out
from chains import Chain, Entry
from formats import Refused, hash_of, milliseconds, parse_json, sha256, to_base64url
from code_actions import certification_of, custody_of, label_of, parent_of
from companies import follow
from promises import DAY, judge_kept, promises_in
from request_subjects import parse_request_key, subject_of
from rules import closes, mention_in, named_codes, number_in, serial_in, status_of
from signed_log import is_grown, is_stated, open_head, parse_note

LONGEST_WHOLE_CHAIN = 200

def word_in_english(word):
    """A word for an English reader: in English, else without a language, else in another one."""
    if isinstance(word, str):
        return word
    texts = [word[language] for language in ('en', 'zh', 'fr') if language in word]
    if 'en' not in word and 'und' in word and word['und'] not in texts:
        return word['und']
    return texts[0]


def sum_of(numbers):
    return int(sum(numbers)) if numbers else None


class Stated(Exception):
    """The item is not in the log yet."""


class Walk:
    def __init__(self, given):
        self.faults, self.pending, self.promises, self.received = set(), [], {}, set()
        self.pending_kinds, self.steps, self.custody, self.recalled = set(), [], ([], None), False
        self.keys, self.now, self.code = given['keys'], given['now'], given['code']
        self.request_key = given['requestKey']
        self.sources, self.head = [], None
        previous = self.open_previous(given.get('previousHead'))
        seen = [previous] if previous else []
        for answer in given['answers']:
            written = write_out(answer) if is_answer(answer) else None
            if written is None:
                self.faults.add('unreadable')
                continue
            if written['checkpoint'] == '':
                if seen:
                    self.faults.add('history')
                self.sources.append((written, None))
                self.promises.update(promises_in(written, self.keys[-1]))
                continue
            try:
                head = open_head(written['checkpoint'], self.keys)
            except ValueError:
                raise Refused('checkpoint') from None
            if not self.continues(head, previous, seen, written['consistency']):
                self.faults.add('history')
            if not is_stated(head, written['statement']):
                self.faults.add('index')
            seen.append(head)
            self.head = head
            self.sources.append((written, head))
            self.promises.update(promises_in(written, self.keys[head.key_index]))
        if not self.sources:
            raise Refused('unreadable')

    def open_previous(self, note):
        if note is None:
            return None
        try:
            parse_note(note)
        except ValueError:
            return None
        try:
            return open_head(note, self.keys)
        except ValueError:
            self.faults.add('history')
            return None

    @staticmethod
    def continues(head, previous, seen, proof):
        matched = grew = False
        for before in seen:
            if head.key_index < before.key_index:
                return False
            if head.key_index > before.key_index:
                continue
            if head.size < before.size or (head.size == before.size and head.text != before.text):
                return False
            if head.size == before.size or is_grown(before, head, proof or []):
                matched = True
            else:
                grew = True
        is_expected = proof is not None or (previous is not None and previous.key_index == head.key_index)
        return matched or not grew or not is_expected

    def fail(self, fault):
        self.faults.add(fault)

    def chain(self, subject):
        """The chain of a subject; None with the fault."""
        try:
            return self.find_chain(subject)
        except Refused as refused:
            return self.fail(refused.fault)

    def find_chain(self, subject):
        chain, name = Chain(), to_base64url(subject)
        found = False
        for answer, head in self.sources:
            written = [one for one in answer['chains'] if one['subject'] == name]
            found = found or bool(written)
            if len(written) > 1:
                raise Refused('entry')
            for one in written:
                chain.add(subject, one, head)
        if not found:
            raise Refused('missing')
        return chain

    def compare(self, entry):
        today = entry.opening['today']
        if today is not None and today != to_base64url(entry.content):
            self.fail('database')

    def add_pending(self, entry):
        promise = self.promise_for(entry)
        if promise:
            self.received.add(entry.promise)
            if promise.is_due(self.head):
                self.fail('age')
        self.pending.append([promise.at if promise else milliseconds(entry.since), promise is not None])

    def promise_for(self, entry):
        """The promise of exactly this entry; one from the future counts as none."""
        promise = self.promises.get(entry.promise)
        if not promise or (promise.subject, promise.content) != (entry.subject, entry.content):
            return None
        is_ahead = promise.at - max(self.now, self.head.time or 0) > DAY
        return None if is_ahead else promise

    def judge_kept(self, given):
        if self.head is None:
            return {'fulfilled': [], 'lost': [], 'sought': [], 'received': []}

        def find_chain(subject):
            try:
                return self.find_chain(subject)
            except Refused:
                return None

        breaks = self.sources[-1][0]['breaks']
        judged = judge_kept(given.get('keptPromises', []), given.get('demanded', []), self.head, breaks, self.keys,
                            find_chain)
        if judged.pop('broken'):
            self.fail('promise')
        return {**judged, 'received': sorted(self.received)}

    # Request, enterprise, batch, product

    def facts(self, kind, subject, fixed):
        chain = self.chain(subject)
        if chain is None:
            raise Refused('missing')
        for entry in chain.pending:
            self.add_pending(entry)
        entries = chain.sealed
        for entry in entries:
            self.compare(entry)
        if chain.count == 0 and (kind == 'request' or chain.pending):
            raise Stated
        is_part = chain.count > LONGEST_WHOLE_CHAIN
        if not entries or entries[-1].number < chain.count or not is_part and len(entries) < chain.count:
            raise Refused('missing')
        for entry in entries:
            if entry.fields.get('kind') != kind:
                raise Refused('binding')
            if len(entry.closed) > (kind == 'enterprise') or not kind_forms[kind](entry.fields):
                raise Refused('field')
            if any(entry.fields.get(name) != entries[-1].fields.get(name) for name in fixed):
                raise Refused('binding')
        return entries[-1].fields

    def facts_or_none(self, kind, subject, fixed):
        """None with or without a fault: then the item is not drawn, and only stated when nothing contradicts."""
        try:
            return self.facts(kind, hash_of(subject), fixed)
        except Refused as refused:
            return self.fail(refused.fault)
        except Stated:
            return None

    def request(self, number, serial):
        subject = subject_of(self.request_key, number, [answer for answer, _ in self.sources])
        if subject is None:
            raise Refused('subject')
        request = self.facts('request', subject, ('enterprise', 'batch', 'number', 'codeFormat', 'blocks'))
        if request['number'] != number:
            raise Refused('binding')
        if serial >= request['count']:
            raise Refused('count')
        return request

    # Mentions

    def mentions(self, subject, serial=None):
        """Mentions that are sealed, those that wait, how many entries are omitted, and how many withdrawals at most."""
        chain = self.chain(subject)
        if chain is None:
            return [], [], 0, None
        sealed, omitted = self.mentions_in(chain, serial)
        waiting = [(entry, mention) for entry in chain.pending if (mention := mention_in(entry, serial))]
        if omitted == 0:
            return sealed, waiting, 0, None
        chain = self.chain(sha256(b'timbermark/withdrawals\0' + subject))
        if chain is None:
            return sealed, waiting, omitted, None
        withdrawals, omitted_withdrawals = self.mentions_in(chain, serial)
        if any(one['record']['status'] != 'voided' for one in withdrawals):
            self.fail('field')
        return sealed + withdrawals, waiting, omitted, omitted_withdrawals

    def mentions_in(self, chain, serial):
        """Mentions of a chain that are sealed, and how many of its entries are omitted."""
        sealed = []
        for entry in chain.sealed:
            mention = mention_in(entry, serial)
            if mention is not False:
                self.compare(entry)
            if mention is None:
                self.fail('field')
            elif mention:
                sealed.append(mention)
        omitted = chain.count - len(chain.entries)
        if omitted > 0 and chain.count <= LONGEST_WHOLE_CHAIN:
            self.fail('missing')
        return sealed, omitted

    def block(self, request, serial):
        key = hash_of(request['blocks'])
        return sha256(b'timbermark/codes\0' + key + (int(serial) // 64).to_bytes(4, 'big'))

    # Records

    def contents(self):
        opened = {}
        for answer, _ in self.sources:
            own = set()
            for opening in answer['contents']:
                try:
                    content = Entry(opening)
                except Refused:
                    self.fail('field')
                    continue
                if content.content in own:
                    self.fail('field')
                own.add(content.content)
                opened[content.content] = content
        return opened

    def record(self, mention, contents, path):
        content = contents.get(hash_of(mention['record']['says']))
        if content is None:
            return self.fail('missing')
        self.compare(content)
        fields, record = content.fields, mention['record']
        if fields.get('kind') != 'record':
            return self.fail('binding')
        if not kind_forms['record'](fields) or not closes(mention, content, parse_request_key(self.request_key)[0] == 1):
            return self.fail('field')
        if (fields['stage'], fields['version']) != (record['stage'], record['version']):
            return self.fail('binding')
        named = named_codes(fields, content.opening.get('ranges'), path)
        return named and [int(record['record']), int(record['version']), record['stage'], *named] or self.fail('field')

    def item(self):
        serials = {answer['serial'] for answer, _ in self.sources}
        if self.head is None:
            raise Stated
        number = number_in(self.code[:5])
        if len(serials) > 1:
            raise Refused('binding')
        serial = serials.pop()
        request = self.request(number, serial)
        if request.get('codeFormat') == 2 and serial_in(self.code) != serial:
            raise Refused('serial')
        enterprise, batch, product = self.goods(request)
        parts = [self.mentions(hash_of(batch['records'])), self.mentions(self.block(request, serial), serial)]
        outer, path = self.parents(request, number, serial)
        parts += outer
        state, self.steps = certification_of(self, request, serial)
        label = label_of(self, request, serial, self.steps[0]['at'] if self.steps else None)
        self.custody = custody_of(self, request, serial)
        sealed = [mention for part in parts for mention in part[0]]
        waiting = [one for part in parts for one in part[1]]
        contents = self.contents()
        named = {hash_of(mention['record']['says']) for mention in sealed + [mention for _, mention in waiting]}
        if any(content not in named for content in contents):
            self.fail('missing')
        newest = {}
        for mention in sealed:
            known = newest.get(mention['record']['record'])
            if known and known['record']['version'] == mention['record']['version']:
                if any(known['record'][name] != mention['record'][name] for name in ('says', 'stage', 'status')):
                    self.fail('entry')
            if not known or mention['record']['version'] >= known['record']['version']:
                newest[mention['record']['record']] = mention
        versions = set()
        for entry, mention in waiting:
            version = (mention['record']['record'], mention['record']['version'])
            if version not in versions:
                self.add_pending(entry)
            versions.add(version)
        current = [one for one in newest.values() if one['record']['status'] == 'current']
        records = [record for record in (self.record(one, contents, path) for one in current) if record]
        return {
            'serial': int(serial), 'status': status_of(batch, request, serial), 'enterprise': word_in_english(enterprise['name']),
            'product': product['latinName'], 'batch': batch['number'], 'certification': state,
            'label': label, 'serialFrom': 'code' if 'codeFormat' in request else 'platform',
            'records': sorted(records), 'withdrawn': sorted(
                int(one['record']['record']) for one in newest.values() if one['record']['status'] != 'current'),
            'hidden': int(sum(part[2] for part in parts)),
            'hiddenWithdrawals': sum_of([part[3] for part in parts if part[3] is not None]), 'pending': sorted(self.pending), 'head': int(self.head.size),
        }

    def goods(self, request):
        enterprise = self.facts_or_none('enterprise', request['enterprise'], ())
        batch = self.facts_or_none('batch', request['batch'], ('enterprise', 'records'))
        product = batch and self.facts_or_none('product', batch['product'], ('enterprise',))
        if not (enterprise and batch and product):
            raise Stated
        if batch['enterprise'] != request['enterprise'] or product['enterprise'] != request['enterprise']:
            raise Refused('binding')
        return enterprise, batch, product

    def parents(self, request, number, serial):
        parts, path, visited = [], [(number, serial)], {(number, serial)}
        for _ in range(3):
            parent = parent_of(self, request, serial)
            if not parent:
                break
            if tuple(parent) in visited:
                self.fail('binding')
                break
            visited.add(tuple(parent))
            number, serial = parent
            try:
                request = self.request(number, serial)
            except Stated:
                break
            except Refused as refused:
                self.fail(refused.fault)
                break
            parts.append(self.mentions(self.block(request, serial), serial))
            path.append((number, serial))
        return parts, path


def judge(given):
    """The verdict about the goods: of their first company, and of those that the platform states besides."""
    walk, verdict = judge_one(given)
    if 'companies' not in given or verdict.get('item') is None:
        return verdict
    return follow(walk, verdict, given, judge_one)


def judge_one(given):
    """The walk and the verdict of one code."""
    walk, item, is_stated_only, promises = None, None, False, {}
    faults = set()
    try:
        walk = Walk(given)
        faults = walk.faults
        try:
            item = walk.item()
        finally:
            promises = walk.judge_kept(given)
    except Refused as refused:
        faults.add(refused.fault)
    except OverflowError:
        # A number of a request, block or span that has no four bytes.
        faults.add('unreadable')
    except Stated:
        is_stated_only = True
    if faults:
        outcome = 'suspicious' if faults != {'unreadable'} else 'unavailable'
        return walk, {'outcome': outcome, 'faults': sorted(faults)}
    if is_stated_only:
        return walk, {'outcome': 'stated', 'promises': promises}
    is_fresh = abs(given['now'] - walk.head.time) <= DAY
    outcome = ('waiting' if walk.pending else 'proven') if is_fresh else 'asOf'
    return walk, {'outcome': outcome, 'item': item, 'promises': promises}


def main():
    for line in sys.stdin:
        print(json.dumps(judge(parse_json(line)), ensure_ascii=True), flush=True)


if __name__ == '__main__':
    main()
