"""Goods that several companies had: docs/trace-answer.md, "Several companies". Written from that page alone."""
from formats import milliseconds
from rules import number_in, serial_in

MOST_LATER, SLACK, DOUBTS = 20, 60_000, ('proven', 'waiting', 'asOf')


def is_sealed(stated, at, walk):
    """Whether the ledger has the certification that the platform states."""
    if 'certification' in walk.pending_kinds:
        return True
    last = next((n for n, step in enumerate(walk.steps)
                 if (step['step'], step['state']) == (stated['step'], stated['state'])), None)
    if last is None and (stated['step'] is not None or stated['state'] != 'notAuthorized'):
        return False
    after = walk.steps[0 if last is None else last + 1:]
    return not after or milliseconds(after[0]['at']) > milliseconds(at) - SLACK


class Follower:
    def __init__(self, given, head, judge_one):
        self.given, self.head, self.judge_one = given, head, judge_one
        self.at, self.rest = given['companies']['at'], list(given['companies']['list'])

    def is_next(self, action):
        code = self.rest[0]['code']
        return (number_in(code[:5]), serial_in(code)) == action['to']

    def take(self, action, waits):
        """The walk and the verdict of the company to which an action leads, and what is stated of it; None when refused."""
        while waits and self.rest and not self.is_next(action):
            self.rest.pop(0)
        if not self.rest or not self.is_next(action):
            return None
        stated = self.rest.pop(0)
        proof = self.given.get('proofs', {}).get(stated['code'])
        if proof is None:
            return None
        known = {name: self.given[name] for name in ('keys', 'requestKey', 'now')}
        walk, verdict = self.judge_one(
            {**known, 'code': stated['code'], 'previousHead': self.head, 'answers': [proof]})
        return (walk, verdict, stated) if verdict.get('item') is not None else None


def follow(first, verdict, given, judge_one):
    """The verdict about the goods, from that of the first company."""
    refused = {'outcome': 'suspicious', 'faults': ['companies']}
    follower = Follower(given, given['answers'][-1]['checkpoint'], judge_one)
    stated = follower.rest.pop(0)['certification'] if follower.rest else None
    if stated and not is_sealed(stated, follower.at, first):
        return refused
    walk, outcome, item, later = first, verdict['outcome'], dict(verdict['item']), []
    pending, is_open = list(first.pending), True
    while is_open and len(later) < MOST_LATER:
        waits = 'custody' in walk.pending_kinds
        invitations, handover = walk.custody
        for action in invitations + ([handover] if handover else []):
            if len(later) == MOST_LATER:
                break
            taken = follower.take(action, waits)
            if taken is None:
                return refused
            walk, one, of = taken
            its = one['item']
            is_partner = 'stages' in action
            if is_partner:
                stages = [record[2] for record in its['records']]
                invited, handed = walk.custody
                if handed or invited or walk.steps or any(stage not in action['stages'] for stage in stages):
                    return refused
            else:
                if not is_sealed(of['certification'], follower.at, walk):
                    return refused
                if its['status'] == 'recalled':
                    item['status'] = 'recalled'
                if its['label'][0] in ('spoiled', 'lost'):
                    item['label'] = its['label']
            outcome = max(outcome, one['outcome'], key=DOUBTS.index)
            pending += walk.pending
            later.append({'role': 'partner' if is_partner else 'holder', 'since': milliseconds(action['at']),
                          'enterprise': its['enterprise'], 'certification': its['certification'],
                          'stages': sorted(record[2] for record in its['records'])})
        if not handover:
            if follower.rest and not waits:
                return refused
            is_open = False
    item.update(pending=sorted(pending), companies=later)
    return {**verdict, 'outcome': outcome, 'item': item}
