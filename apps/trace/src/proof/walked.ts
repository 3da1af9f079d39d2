import type { Json } from '@timbermark/ledger'
import { hashOf, sameBytes } from './bytes.ts'
import type { Chain, Evidence, Sealed, Statement } from './evidence.ts'
import type { Faults } from './faults.ts'
import type { WalkFault } from './proven.ts'
import type { Shape } from './shape.ts'

/** The newest entries are on their way into the log for so long at most. */
const mostWaitedMs = 10 * 60_000

/** A chain of at most so many entries is given whole: of a longer one the reader is told how much is left out. */
export const shortChain = 200

/** What a walk meets on its way. */
export class Walked {
  readonly evidence: Evidence
  readonly faults: Faults
  private waited: { since: string; waitedMs: number } | null = null

  constructor(evidence: Evidence, faults: Faults) {
    this.evidence = evidence
    this.faults = faults
  }

  /** The part that has waited longest; null when nothing waits. */
  get oldest() {
    return this.waited
  }

  /** Notes a fault. @returns undefined, as what cannot be told */
  fail(fault: WalkFault, about: string): undefined {
    this.faults.add(fault, about)
    return undefined
  }

  /** The chain of a subject that has to be there. */
  chain(subject: string, about: string): Chain | undefined {
    const chain = this.evidence.chain(hashOf(subject)!)
    return typeof chain === 'string' ? this.fail(chain, about) : chain
  }

  /** Do today's rows say what was sealed? What is not told is not held against it. */
  compare({ content, given: { today } }: Sealed, about: string): void {
    if (today === null) return
    const made = hashOf(today)
    if (!made || !sameBytes(made, content)) this.faults.add('database', about)
  }

  /** Comes by a statement that the item rests on: is it what the database says, and does it wait, and for how long? */
  meet(statement: Statement, about: string): void {
    this.compare(statement, about)
    if (!('since' in statement.place)) return
    if (statement.place.waitedMs > mostWaitedMs) this.faults.add('age', about)
    if (!this.waited || statement.place.waitedMs > this.waited.waitedMs) this.waited = statement.place
  }
}

export function statementsOf({ entries, waiting }: Chain): readonly Statement[] {
  return [...entries, ...waiting]
}

/** Opened fields when they are all of a shape. */
export function shaped<T>({ fields }: Sealed, shape: Shape<T>): T | undefined {
  const members: unknown = Object.fromEntries(fields)
  return shape(members) ? members : undefined
}

/** Fields of one family, `<family>/<n>` or `<family>/<key>`, by the rest of their name; undefined when one is not of its shape. */
export function familyOf<T>(
  fields: ReadonlyMap<string, Json>,
  family: string,
  name: RegExp,
  shape: Shape<T>,
): [name: string, value: T][] | undefined {
  const its = [...fields].filter(([field]) => field.startsWith(`${family}/`))
  const named = its.map(([field, value]): [string, unknown] => [field.slice(family.length + 1), value])
  return named.every((one): one is [string, T] => name.test(one[0]) && shape(one[1])) ? named : undefined
}
