"""Rules about single entries: docs/trace-answer.md, "The way from a code". Written from that page alone."""
from answer_form import MENTION, RANGES
from formats import content_digest, from_base64url, milliseconds, to_base64url

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


def holds(codes, serial):
    return any(start <= serial < end for start, end in codes)


def concerns(entry, kind, serial):
    codes, own = entry.fields.get('codes'), entry.fields.get('kind')
    if not RANGES(codes):
        return True
    return holds(codes, serial) and (own == kind or own not in ('packing', 'certification'))


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
