import { canonicalize } from '@timbermark/ledger'
import { spansKey, spansContaining, spanSubject, toBase64Url } from '@timbermark/ledger/sealed'
import { parseHash } from './bytes.ts'
import type { OpenedEntry } from './evidence.ts'
import { codesFacts, type RequestFacts } from './kinds.ts'
import { parseFields, type ProofWalk } from './proof-walk.ts'

/** Kinds of actions on ranges of codes. */
const spanKinds = ['certification', 'packing', 'label', 'custody'] as const

/** Fields that stay closed in each entry: request, operator, and two more of its kind (docs/sealed-fields.md). */
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
  const entries = spansContaining(serial, count).flatMap(span => {
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
    return walk.entriesOf(chain).flatMap((entry): { action: T; entry: OpenedEntry }[] => {
      if (!concerns(entry)) return []
      const codes = parseFields(entry, codesFacts)?.codes
      walk.compareWithDatabase(entry, kind)
      // Any other closed field could hide another value.
      const isComplete = codes && entry.fields.get('kind') === kind && entry.opening.closed.length === closedFieldCount
      const action = isComplete ? parse(entry) : undefined
      if (action === undefined) walk.fail('field', kind)
      return action === undefined ? [] : [{ action, entry }]
    })
  })
  entries.sort((a, b) => numberOf(a.action) - numberOf(b.action))
  const actions: T[] = []
  for (const [at, { action, entry }] of entries.entries()) {
    const before = entries[at - 1]
    const isAgain = before && numberOf(before.action) === numberOf(action)
    if (!isAgain) actions.push(action)
    // An action that was entered twice is one action. Two entries with one number that differ are two versions of it.
    else if (textOf(before.entry) !== textOf(entry)) walk.fail('entry', kind)
  }
  return actions
}

/** The opened fields without their salts. */
const textOf = ({ fields }: OpenedEntry): string => canonicalize(Object.fromEntries(fields))
