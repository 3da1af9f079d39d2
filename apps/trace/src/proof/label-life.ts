import type { TraceLabel } from '@timbermark/contract/trace'
import type { OpenedEntry } from './evidence.ts'
import { labelFacts, type RequestFacts } from './kinds.ts'
import { parseFields, type ProofWalk } from './proof-walk.ts'
import type { TypeOf } from './shape.ts'
import { proveCodeActions } from './spans.ts'

type Act = TypeOf<typeof labelFacts>

/**
 * Proves the life of a label from every act on it. Each act must follow from the one before; without any the label is not in use.
 * @param certifiedAt when the code was first handed in for certification: from before acts were sealed, that put labels in use
 */
export function proveLabelLife(
  walk: ProofWalk,
  request: RequestFacts,
  serial: number,
  certifiedAt: string | undefined,
): TraceLabel {
  const acts = proveCodeActions(walk, request, serial, {
    kind: 'label',
    parse: parseAct,
    numberOf: ({ act }) => act,
  })
  let label: TraceLabel = { state: 'notInUse', since: null, reason: null }
  let isUsed = false
  for (const act of acts) {
    const next = nextLabel(label, act, { isUsed, mayBeUsed: isUsed || certifiedAt !== undefined })
    if (!next) walk.fail('missing', 'label')
    label = next ?? label
    if (label.state === 'inUse') isUsed = true
  }
  return label.state === 'notInUse' && certifiedAt !== undefined
    ? { state: 'inUse', since: certifiedAt, reason: null }
    : label
}

/** The label after an act; undefined when the act does not follow from the label's state. */
function nextLabel(
  { state }: TraceLabel,
  act: Act,
  { isUsed, mayBeUsed }: { isUsed: boolean; mayBeUsed: boolean },
): TraceLabel | undefined {
  const { verb, at: since, reason } = act
  const isGone = state === 'spoiled' || state === 'lost'
  switch (verb) {
    case 'activate':
      return state === 'notInUse' && act.state === 'inUse' ? { state: 'inUse', since, reason: null } : undefined
    case 'spoil':
    case 'lose': {
      const gone = verb === 'spoil' ? 'spoiled' : 'lost'
      return !isGone && act.state === gone && reason !== null ? { state: gone, since, reason } : undefined
    }
    case 'reinstate':
      if (!isGone || act.state === 'spoiled' || act.state === 'lost') return undefined
      if (!(act.state === 'inUse' ? mayBeUsed : !isUsed)) return undefined
      return { state: act.state === 'inUse' ? 'inUse' : 'notInUse', since, reason: null }
  }
}

/** Number of open fields of an act, as listed in docs/sealed-fields.md. */
const openFieldCount = 7

function parseAct(entry: OpenedEntry): Act | undefined {
  const facts = parseFields(entry, labelFacts)
  return facts && entry.fields.size === openFieldCount ? facts : undefined
}
