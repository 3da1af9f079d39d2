import type { Json } from '@timbermark/ledger'
import { type PromiseNote, toBase64Url } from '@timbermark/ledger/sealed'
import { parseHash, sameBytes } from './bytes.ts'
import type { Chain, ProofEvidence, OpenedContent, OpenedEntry } from './evidence.ts'
import type { Faults } from './faults.ts'
import { type GivenPromises, isDue } from './promises.ts'
import type { PendingFact, WalkFault } from './proven.ts'
import type { RequestSubjects } from './request-subjects.ts'
import type { Shape } from './shape.ts'

/** A promise may be this much later than the reader's clock, which may be wrong, or than the head. */
const maxAheadMs = 86_400_000

/** A chain of at most this many entries must be complete; of a longer one, the page shows how much is left out. */
export const maxCompleteChain = 200

/** The entries of a chain that a walk draws facts from: what waits is stated, never proven. */
export const sealedEntries = ({ entries }: Chain): readonly OpenedEntry[] => entries

/** The state of one walk: its evidence, its faults, and what waits. */
export class ProofWalk {
  readonly evidence: ProofEvidence
  readonly requests: RequestSubjects
  readonly faults: Faults
  /** What concerns the item and waits to be entered. */
  readonly pending: PendingFact[] = []
  /** The promises for that. */
  readonly promised = new Set<string>()
  /** True when an entry that the item rests on is not in the log yet. */
  isUnsealed = false
  readonly entriesOf: (chain: Chain) => readonly OpenedEntry[]
  /** When the newest head was signed, milliseconds since 1970. */
  readonly #headTime: number | null
  readonly #now: number
  readonly #promises: GivenPromises

  constructor(
    evidence: ProofEvidence,
    faults: Faults,
    {
      headTime = null,
      now = 0,
      promises = new Map(),
      requests,
      entriesOf = sealedEntries,
    }: {
      headTime?: number | null | undefined
      now?: number
      promises?: GivenPromises
      requests: RequestSubjects
      entriesOf?: ProofWalk['entriesOf']
    },
  ) {
    this.evidence = evidence
    this.faults = faults
    this.entriesOf = entriesOf
    this.#headTime = headTime
    this.#now = now
    this.#promises = promises
    this.requests = requests
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

  /** The subject that follows from the number of a request; undefined, with the fault recorded, when the answers do not prove it. */
  requireRequestSubject(number: number): string | undefined {
    const subject = this.requests.of(number)
    return subject ? toBase64Url(subject) : this.fail('subject', 'request')
  }

  /** Compares sealed content with the database rows of today. Without a digest of today there is nothing to compare. */
  compareWithDatabase({ content, opening: { today } }: OpenedContent, about: string): void {
    if (today === null) return
    const databaseDigest = parseHash(today)
    if (!databaseDigest || !sameBytes(databaseDigest, content)) this.faults.add('database', about)
  }

  /** Records something that waits. If it was promised, it must not have waited for longer when the newest head was signed. */
  addPending(entry: OpenedEntry, about: string, fact: Omit<PendingFact, 'since' | 'isPromised'>): void {
    if (!('since' in entry.place)) return
    const { since, promise: note } = entry.place
    const promise = this.#findPromise(entry)
    if (promise && note) this.promised.add(note)
    if (promise && this.#headTime !== null && isDue(promise, this.#headTime)) this.faults.add('age', about)
    this.pending.push({ ...fact, since: promise?.at.toISOString() ?? since, isPromised: promise !== undefined })
  }

  /** The promise for exactly this entry; a promise from the future would never be due. */
  #findPromise({ place, content }: OpenedEntry): PromiseNote | undefined {
    const promise = 'since' in place && place.promise !== null ? this.#promises.get(place.promise) : undefined
    if (!promise || !('since' in place)) return undefined
    const isOfEntry = sameBytes(promise.subject, place.subject) && sameBytes(promise.content, content)
    const isAhead = promise.at.getTime() - Math.max(this.#now, this.#headTime ?? 0) > maxAheadMs
    return isOfEntry && !isAhead ? promise : undefined
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
