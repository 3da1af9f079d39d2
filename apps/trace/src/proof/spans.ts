import { spansKey, spansContaining, spanSubject, toBase64Url } from '@timbermark/ledger/sealed'
import { hashOf } from './bytes.ts'
import type { Statement } from './evidence.ts'
import { ofCodes, type RequestFacts } from './kinds.ts'
import { shaped, statementsOf, type Walked } from './walked.ts'

/** What is done to ranges of codes. */
const kinds = ['certification', 'packing'] as const

/** Of each stays closed: of which request it is, why, by whom in person; the number of a third party, or of a report. */
const closedInSpan = 4

/**
 * Everything of a kind that was ever done to a code, by its rising number: it stands in the chains of the spans that hold the
 * code. Each is given whole, however long, and in it what concerns the code is open.
 */
export function doneTo<T>(
  walked: Walked,
  { blocks, count }: RequestFacts,
  serial: number,
  {
    kind,
    read,
    numberOf,
  }: { kind: (typeof kinds)[number]; read: (of: Statement) => T | undefined; numberOf: (one: T) => number },
): T[] {
  const key = spansKey(hashOf(blocks)!)
  const found = spansContaining(serial, count).flatMap(span => {
    const chain = walked.chain(toBase64Url(spanSubject(key, span)), kind)
    if (!chain) return []
    if (chain.entries.length < chain.count) walked.fail('missing', kind)
    return statementsOf(chain).flatMap((statement): T[] => {
      const codes = shaped(statement, ofCodes)?.codes
      if (codes && !codes.some(([from, to]) => from <= serial && serial < to)) return []
      const named = statement.fields.get('kind')
      if (codes && named !== kind && kinds.some(other => other === named)) return []
      walked.meet(statement, kind)
      // What is closed beside these could be another value.
      const isWhole = codes && named === kind && statement.given.closed.length === closedInSpan
      const one = isWhole ? read(statement) : undefined
      if (one === undefined) walked.fail('field', kind)
      return one === undefined ? [] : [one]
    })
  })
  found.sort((a, b) => numberOf(a) - numberOf(b))
  // Two of one number would be two that say different things of the same.
  if (found.some((one, at) => at > 0 && numberOf(found[at - 1]!) === numberOf(one))) walked.fail('entry', kind)
  return found
}
