"""What was done with a code: docs/trace-answer.md, "Certification steps", "Packings", "Labels". Written from that page alone."""
from answer_form import RANGES, kind_forms
from formats import canonical, hash_of, sha256
from rules import STEPS, concerns


def actions_on(walk, request, serial, kind, number):
    """The opened fields of all actions of a kind, each number once."""
    spans = sha256(b'timbermark/spans\0' + hash_of(request['blocks']))
    actions = []
    for level in range(1, 6):
        size = 32**level
        place = bytes([level]) + (int(serial) // size).to_bytes(4, 'big')
        chain = walk.chain(sha256(b'timbermark/span\0' + spans + place))
        if chain is not None:
            if len(chain.entries) < chain.count:
                walk.fail('missing')
            for entry in chain.pending:
                if concerns(entry, kind, serial):
                    walk.add_pending(entry)
                    walk.pending_kinds.add(kind)
            for entry in chain.sealed:
                if not concerns(entry, kind, serial):
                    continue
                walk.compare(entry)
                is_whole = entry.fields.get('kind') == kind and RANGES(entry.fields.get('codes'))
                if is_whole and len(entry.closed) == 4 and kind_forms[kind](entry.fields):
                    actions.append(entry.fields)
                else:
                    walk.fail('field')
        if size >= request['count']:
            break
    by_number = {}
    for action in actions:
        # What was entered twice is one action; two that differ are two versions of it.
        known = by_number.setdefault(action[number], action)
        if canonical(known) != canonical(action):
            walk.fail('entry')
    return [by_number[one] for one in sorted(by_number)]


def parent_of(walk, request, serial):
    before = None
    for packing in actions_on(walk, request, serial, 'packing', 'packing'):
        action, parent = packing['action'], packing['parent']
        if before and action != 'repack' and (action == 'pack') != (before['parent'] is None):
            walk.fail('missing')
        if (action == 'unpack') != (parent is None):
            walk.fail('field')
        before = packing
    return before and before['parent']


def certification_of(walk, request, serial):
    """The state, and the steps."""
    state, steps = 'notAuthorized', actions_on(walk, request, serial, 'certification', 'step')
    for step in steps:
        if STEPS.get((step['action'], state)) != step['state']:
            walk.fail('missing')
        state = step['state']
    return state, steps


def custody_of(walk, request, serial):
    """The invitations of the code, and its handover or None; each with the request and serial to which it leads."""
    actions = actions_on(walk, request, serial, 'custody', 'handover')
    handovers = [action for action in actions if 'stages' not in action]
    if len(handovers) > 1:
        walk.fail('entry')
    led = [{**action, 'to': (action['receivedRequest'], serial + action['shift'])} for action in actions]
    return [one for one in led if 'stages' in one], next((one for one in led if 'stages' not in one), None)


def label_of(walk, request, serial, certified_at):
    """[state, since when, reason] of the label."""
    state, since, reason, was_used = 'notInUse', None, None, False
    for act in actions_on(walk, request, serial, 'label', 'act'):
        verb, after = act['verb'], act['state']
        is_gone = state in ('spoiled', 'lost')
        may_be_used = was_used or certified_at is not None
        if verb == 'activate':
            follows = state == 'notInUse' and after == 'inUse'
        elif verb == 'reinstate':
            follows = is_gone and (may_be_used if after == 'inUse' else not was_used and after in ('made', 'delivered'))
        else:
            follows = not is_gone and after == {'spoil': 'spoiled', 'lose': 'lost'}[verb] and act['reason'] is not None
        if not follows:
            walk.fail('missing')
        state = after if after in ('inUse', 'spoiled', 'lost') else 'notInUse'
        since, reason = act['at'], act['reason'] if verb in ('spoil', 'lose') else None
        was_used = was_used or state == 'inUse'
    if state == 'notInUse' and certified_at is not None:
        return ['inUse', certified_at, None]
    return [state, since, reason]
