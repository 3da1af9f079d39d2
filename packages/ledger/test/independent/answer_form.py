"""Form of the answer and of the fields: docs/trace-answer.md, "Form", "Types" and "Repetitions". Written from that page alone."""
import re

from formats import (either, field_text, from_base64url, is_count, is_flag, is_hash, is_hex, is_moment,
                     is_number, is_positive, is_text, list_of, matching, members, null_or, one_of, open_field, sha256)

MOST_PARTS, MOST_VALUES, MOST_UNITS, DEEPEST, MOST_REQUESTS = 5_000, 400_000, 20_000_000, 12, 4

# The answer


def is_object(value):
    return isinstance(value, dict)


def object_of(form):
    return lambda value: is_object(value) and all(map(form, value.values()))


TEXTS = list_of(is_text)
REPEATS = members(secret=is_text, changed=is_object, absent=TEXTS, lists=object_of(members(length=is_count, items=is_object)))
OPENING = {'opened': TEXTS, 'closed': TEXTS, 'forgotten': is_count, 'today': null_or(is_text)}
ENTRY = members(entry=is_text, **OPENING, repeats_=REPEATS, inclusion=null_or(members(index=is_count, path=TEXTS)))
CHAIN = members(
    subject=is_text,
    index=members(siblings=TEXTS, end=null_or(members(subject=is_text, seq=is_count, hash=is_text))),
    entries=list_of(ENTRY),
    waiting=list_of(members(**OPENING, repeats_=REPEATS, since=is_moment, promise=null_or(is_text))),
)
ANSWER = members(
    log=members(origin=is_text, verifierKey=is_text),
    checkpoint=is_text,
    statement=null_or(members(entry=is_text, path=TEXTS)),
    witnessed=null_or(members(checkpoint=is_text, consistency=TEXTS)),
    breaks=list_of(members(entry=is_text, index=is_count, path=TEXTS)),
    now=is_moment,
    serial=is_count,
    requests_=list_of(members(number=is_count, proof=is_text)),
    chains=list_of(CHAIN),
    contents=list_of(members(**OPENING, ranges_=TEXTS)),
    consistency=null_or(TEXTS),
    next=null_or(is_text),
)


def units(text):
    return len(text) + sum(char > '\uffff' for char in text)


def is_small(answer):
    values = length = 0
    rest = [(answer, 0)]
    while rest:
        value, depth = rest.pop()
        values += 1
        length += units(value) if is_text(value) else 0
        if values > MOST_VALUES or length > MOST_UNITS or depth > DEEPEST:
            return False
        below = value.values() if is_object(value) else value if isinstance(value, list) else ()
        rest.extend((one, depth + 1) for one in below)
    return True


def is_answer(answer):
    if not is_small(answer) or not ANSWER(answer):
        return False
    if len(answer.get('requests', [])) > MOST_REQUESTS:
        return False
    parts = sum(1 + len(chain['entries']) + len(chain['waiting']) for chain in answer['chains'])
    return parts + len(answer['contents']) <= MOST_PARTS


def write_out(answer):
    """The answer with repetitions written out; None when one cannot be."""
    left = MOST_UNITS
    chains = []
    for chain in answer['chains']:
        following, written = None, []
        for one in reversed(chain['entries'] + chain['waiting']):
            try:
                if 'repeats' in one:
                    if following is None or one['opened']:
                        return None
                    following = repeated(one['repeats'], following)
                    secret = from_base64url(one['repeats']['secret'])
                    texts = [field_text(sha256(secret + name.encode())[:16], name, value)
                             for name, value in following.items()]
                    left -= sum(map(units, texts))
                    if left < 0:
                        return None
                    one = {**one, 'opened': texts}
                else:
                    following = fields_or_none(one['opened'])
            except ValueError:
                return None
            written.insert(0, one)
        at = len(chain['entries'])
        chains.append({**chain, 'entries': written[:at], 'waiting': written[at:]})
    return {**answer, 'chains': chains}


def fields_or_none(opened):
    try:
        return dict(map(open_field, opened))
    except ValueError:
        return None


def repeated(repeats, following):
    fields = {name: value for name, value in following.items() if name not in repeats['absent']}
    for name, difference in repeats['lists'].items():
        items, length = fields.get(name), int(difference['length'])
        if not isinstance(items, list) or length > len(items):
            raise ValueError('no such list')
        fields[name] = [difference['items'].get(str(at), item) for at, item in enumerate(items[:length])]
    return {**fields, **repeats['changed']}


# Types

WORD_NAMES = ('zh', 'en', 'fr', 'und')


def is_word(value):
    if is_text(value):
        return True
    return is_object(value) and any(n in value for n in WORD_NAMES) and all(
        is_text(value[n]) for n in WORD_NAMES if n in value)


STAGE = one_of((
    'forestSurvey', 'felling', 'forestInspection', 'rawMaterialPurchase', 'processing', 'factoryEntry', 'factoryExit',
    'dockInspection', 'packing', 'dockEntry', 'dockExit', 'exportCustoms', 'seaShipping', 'importCustoms',
    'endTransport', 'secondaryProcessing', 'productInformation', 'productSales'))
STATE = one_of(('notAuthorized', 'notYetCertified', 'authorizedNotCertified', 'failed', 'authorizedFailed', 'certified'))
ACTION = one_of(('submit', 'authorize', 'pass', 'fail', 'resubmit', 'withdraw'))

FILE_MEMBERS = {'file': matching(r'[\w-]{1,100}'), 'sha256': is_hex, 'type': is_text, 'name': is_text}
FILE = members(**FILE_MEMBERS)
COPY = members(sha256=is_hex, type=one_of(('application/pdf', 'image/png', 'image/jpeg', 'image/webp')))
RECALL = {
    'reason': is_word, 'advice': is_word, 'contact': is_word, 'since': is_moment,
    'lifted': null_or(members(at=is_moment, reason=is_word)),
}
RANGES = list_of(lambda one: isinstance(one, list) and len(one) == 2 and all(map(is_count, one)) and one[0] < one[1])
PAPER = {'code': is_text, 'name': is_text, 'files': list_of(is_hex)}
CERTIFICATE = members(**PAPER, copies=list_of(COPY), number=null_or(is_text), scheme=null_or(is_text))
COMMON = {'at': is_moment, 'reason_': null_or(is_text)}


def is_parent(value):
    return isinstance(value, list) and len(value) == 2 and is_positive(value[0]) and is_count(value[1])


def degrees(most):
    form = matching(r'-?\d{1,3}(\.\d{1,15})?')
    return lambda value: form(value) and abs(float(value)) <= most


PLAIN = null_or(either(is_text, is_flag, is_number))
VALUE = members(type=is_text, group=is_text, order=is_count, unit_=is_text, value=either(PLAIN, list_of(PLAIN)),
                label=is_word, word_=is_word, highlight_=is_flag)
MENTION = members(at=is_moment, record=members(
    record=is_positive, version=is_positive, stage=STAGE, status=one_of(('current', 'voided')), says=is_hash,
    closed_=is_text))
NUMBER = r'(0|[1-9]\d{0,3})'


def is_key(text):
    return 1 <= units(text) <= 100 and '/' not in text


def of_family(fields, family, is_name, form):
    """Whether every field of a family has its form."""
    return all(is_name(name[len(family) + 1:]) and form(value)
               for name, value in fields.items() if name.startswith(f'{family}/'))


def is_number_name(name):
    return re.fullmatch(NUMBER, name, re.ASCII) is not None


def is_file_name(name):
    key, _, number = name.rpartition('/')
    return is_key(key) and is_number_name(number)


def product(fields):
    own = members(**COMMON, enterprise=is_hash, name=is_word, category=is_word, foreignName=is_text,
                  chineseName=is_text, latinName=is_text, description=is_word, video_=null_or(FILE))
    return own(fields) and of_family(fields, 'image', is_number_name, FILE)


def certification(fields):
    own = members(at=is_moment, step=is_positive, action=ACTION, state=STATE, enterprise=is_text,
                  certifier=null_or(is_text), judgedOn=null_or(matching(r'\d{4}-\d\d-\d\d')))
    papers = sum(name.startswith('document/') for name in fields)
    return own(fields) and len(fields) == 9 + papers and of_family(fields, 'document', is_number_name, CERTIFICATE)


def label(fields):
    own = members(at=is_moment, act=is_positive, verb=one_of(('activate', 'spoil', 'lose', 'reinstate')),
                  state=one_of(('made', 'delivered', 'inUse', 'spoiled', 'lost')),
                  reason=null_or(one_of(('misprint', 'damaged', 'surplus', 'destroyed', 'lost', 'stolen'))))
    return own(fields) and len(fields) == 7


def is_whole_number(value):
    return is_number(value) and value == value and abs(value) < 2**53 and int(value) == value


def custody(fields):
    own = members(at=is_moment, handover=is_positive, receivedRequest=is_positive, shift=is_whole_number)
    # An invitation to stages has one field more.
    invited = members(stages=list_of(STAGE))(fields)
    return own(fields) and len(fields) == (7 if invited else 6)


def record(fields):
    place = members(longitude=degrees(180), latitude=degrees(90), name=null_or(is_word))
    own = members(**COMMON, stage=STAGE, version=is_positive, happenedAt=is_moment, recordedAt=is_moment,
                  place_=null_or(place), codes_=members(count=is_count, sha256=is_hex))
    return (own(fields)
            and of_family(fields, 'document', is_number_name, members(**PAPER, copies_=list_of(COPY)))
            and of_family(fields, 'value', is_key, VALUE)
            and of_family(fields, 'file', is_file_name, members(**FILE_MEMBERS, label=is_word, order=is_count)))


kind_forms = {
    'enterprise': members(**COMMON, name=is_word, active=is_flag),
    'product': product,
    'batch': members(**COMMON, enterprise=is_hash, product=is_hash, records=is_hash, number=is_text, status=is_text,
                     date=null_or(is_text), volume=null_or(is_text), recalls_=list_of(members(**RECALL))),
    'request': members(**COMMON, enterprise=is_hash, batch=is_hash, blocks=is_hash, number=is_count, count=is_count,
                       codeFormat_=lambda value: is_number(value) and value == 2,
                       manifest=is_hex, country=is_text, factory=is_text, batchDate=is_text, species=is_text,
                       recalls_=list_of(members(**RECALL, codes=RANGES))),
    'packing': members(at=is_moment, happenedAt=is_moment, packing=is_positive,
                       action=one_of(('pack', 'unpack', 'repack')), parent=null_or(is_parent)),
    'certification': certification,
    'label': label,
    'custody': custody,
    'record': record,
}
