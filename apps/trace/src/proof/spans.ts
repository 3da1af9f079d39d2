import { spansKey, spansContaining, spanSubject, toBase64Url } from '@timbermark/ledger/sealed'
import { parseHash } from './bytes.ts'
import type { OpenedEntry } from './evidence.ts'
import { codesFacts, type RequestFacts } from './kinds.ts'
import { parseFields, type ProofWalk } from './proof-walk.ts'

/** Kinds of actions on ranges of codes. */
const spanKinds = ['certification', 'packing'] as const

/** Fields that stay closed in each entry: request, reason, operator, and the certifier's id or the report's record. */
const closedFieldCount = 4

/**
 * Proves every action of one kind on a code, ordered by its number. The entries are in the chains of the spans that contain the
 * code. Each of these chains must be complete, however long, and the entries that concern the code must be open.
 */
export function proveCodeActions<T>(
  walk: ProofWalk,
  { blocks, count }: RequestFacts,
  serial: number,
  {
    kind,
    parse,
    numberOf,
  }: {
    kind: (typeof spanKinds)[number]
    parse: (entry: OpenedEntry) => T | undefined
    numberOf: (action: T) => number
  },
): T[] {
  const key = spansKey(parseHash(blocks)!)
  const actions = spansContaining(serial, count).flatMap(span => {
    const chain = walk.requireChain(toBase64Url(spanSubject(key, span)), kind)
    if (!chain) return []
    if (chain.entries.length < chain.count) walk.fail('missing', kind)
    // Whether an entry is about this code and this kind of action; one that cannot be read might be.
    const concerns = (entry: OpenedEntry): boolean => {
      const codes = parseFields(entry, codesFacts)?.codes
      const entryKind = entry.fields.get('kind')
      if (codes && !codes.some(([from, to]) => from <= serial && serial < to)) return false
      return !codes || entryKind === kind || !spanKinds.some(other => other === entryKind)
    }
    for (const entry of chain.waiting) if (concerns(entry)) walk.addPending(entry, kind, { of: kind })
    return walk.entriesOf(chain).flatMap((entry): T[] => {
      if (!concerns(entry)) return []
      const codes = parseFields(entry, codesFacts)?.codes
      walk.compareWithDatabase(entry, kind)
      // Any other closed field could hide another value.
      const isComplete = codes && entry.fields.get('kind') === kind && entry.opening.closed.length === closedFieldCount
      const action = isComplete ? parse(entry) : undefined
      if (action === undefined) walk.fail('field', kind)
      return action === undefined ? [] : [action]
    })
  })
  actions.sort((a, b) => numberOf(a) - numberOf(b))
  // Two entries with one number would be two versions of the same action.
  if (actions.some((action, at) => at > 0 && numberOf(actions[at - 1]!) === numberOf(action))) walk.fail('entry', kind)
  return actions
}
