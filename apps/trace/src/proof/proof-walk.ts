import type { Json } from '@timbermark/ledger'
import { parseHash, sameBytes } from './bytes.ts'
import type { Chain, ProofEvidence, OpenedContent, OpenedEntry } from './evidence.ts'
import type { Faults } from './faults.ts'
import type { PendingFact, WalkFault } from './proven.ts'
import type { Shape } from './shape.ts'

/** Longest time that an entry may wait to be entered, by the time of the newest head. */
const maxWaitMs = 10 * 60_000

/** A chain of at most this many entries must be complete; of a longer one, the page shows how much is left out. */
export const maxCompleteChain = 200

/** The entries of a chain that a walk draws facts from: what waits is stated, never proven. */
export const sealedEntries = ({ entries }: Chain): readonly OpenedEntry[] => entries

/** The state of one walk: its evidence, its faults, and what waits. */
export class ProofWalk {
  readonly evidence: ProofEvidence
  readonly faults: Faults
  /** What concerns the item and waits to be entered. */
  readonly pending: PendingFact[] = []
  /** True when an entry that the item rests on is not in the log yet. */
  isUnsealed = false
  readonly entriesOf: (chain: Chain) => readonly OpenedEntry[]
  /** When the newest head was signed, milliseconds since 1970. */
  readonly #headTime: number | null

  constructor(
    evidence: ProofEvidence,
    faults: Faults,
    {
      headTime = null,
      entriesOf = sealedEntries,
    }: { headTime?: number | null; entriesOf?: ProofWalk['entriesOf'] } = {},
  ) {
    this.evidence = evidence
    this.faults = faults
    this.entriesOf = entriesOf
    this.#headTime = headTime
  }

  /** Records a fault. @returns undefined, so that callers can return it as their result */
  fail(fault: WalkFault, about: string): undefined {
    this.faults.add(fault, about)
    return undefined
  }

  /** The proven chain of a subject; undefined, with the fault recorded, when there is none. */
  requireChain(subject: string, about: string): Chain | undefined {
    const chain = this.evidence.findChain(parseHash(subject)!)
    return typeof chain === 'string' ? this.fail(chain, about) : chain
  }

  /** Compares sealed content with the database rows of today. Without a digest of today there is nothing to compare. */
  compareWithDatabase({ content, opening: { today } }: OpenedContent, about: string): void {
    if (today === null) return
    const databaseDigest = parseHash(today)
    if (!databaseDigest || !sameBytes(databaseDigest, content)) this.faults.add('database', about)
  }

  /** Records something that waits. It must not have waited for long when the newest head was signed. */
  addPending({ place }: OpenedEntry, about: string, fact: Omit<PendingFact, 'since'>): void {
    if (!('since' in place)) return
    if (this.#headTime !== null && this.#headTime - Date.parse(place.since) > maxWaitMs) this.faults.add('age', about)
    this.pending.push({ ...fact, since: place.since })
  }
}

/** The opened fields, when they match a shape. */
export function parseFields<T>({ fields }: OpenedContent, shape: Shape<T>): T | undefined {
  const members: unknown = Object.fromEntries(fields)
  return shape(members) ? members : undefined
}

/** Fields of one family, `<family>/<n>` or `<family>/<key>`, by the rest of their name; undefined when one does not match the shape. */
export function parseFieldFamily<T>(
  fields: ReadonlyMap<string, Json>,
  family: string,
  name: RegExp,
  shape: Shape<T>,
): [name: string, value: T][] | undefined {
  const ofFamily = [...fields].filter(([field]) => field.startsWith(`${family}/`))
  const members = ofFamily.map(([field, value]): [string, unknown] => [field.slice(family.length + 1), value])
  return members.every((one): one is [string, T] => name.test(one[0]) && shape(one[1])) ? members : undefined
}
