/** Proves what later holders of the goods reported: each from its own code, to which a sealed handover leads. */
import type { StageKey } from '@timbermark/contract/stage-keys'
import type { SealedProof, TraceHolder } from '@timbermark/contract/trace'
import { isCodeOf, type ProvenHandover } from '../proof/custody.ts'
import type { ProvenItem, WalkFault, WalkResult } from '../proof/proven.ts'
import { type FetchGrowth, sizeOf } from './growth.ts'

/** A holder to whom the goods were provably handed over, or a partner that a holder invited to stages. */
export interface LaterHolder {
  code: string
  /** When custody passed, or the partner was invited. */
  since: string
  role: TraceHolder['role']
  /** What its records prove; null when they could not be fetched. */
  walk: WalkResult | null
}

export interface LaterHolders {
  holders: readonly LaterHolder[]
  faults: readonly { fault: WalkFault; about: string }[]
}

/** Goods have fewer holders and partners. */
const mostHolders = 20

/**
 * Fetches the proof of a later holder's code and the proof that its log is the one of the item.
 * @param head the item's head, already verified
 */
export async function fetchContinuing(
  fetchProof: (code: string) => Promise<SealedProof>,
  fetchGrowth: FetchGrowth,
  code: string,
  head: string,
): Promise<SealedProof> {
  const answer = await fetchProof(code)
  const [known, size] = [sizeOf(head), sizeOf(answer.checkpoint)]
  if (!known || !size) return answer
  return { ...answer, consistency: await fetchGrowth(Math.min(known, size), size) }
}

type Custody = Pick<ProvenItem, 'handover' | 'invitations' | 'pending'>

/** The codes that the platform states, taken in the order in which the ledger names their holders. */
class StatedCodes {
  readonly #codes: readonly string[]
  #next = 0

  constructor(codes: readonly string[]) {
    this.#codes = codes
  }

  /**
   * Takes the code that the ledger leads to.
   * @param waits whether entries about custody are not in the ledger yet: the codes stated for those are passed over
   */
  take(expected: ProvenHandover, waits: boolean): { code: string } | { fault: WalkFault } {
    if (waits) while (this.#hasNext && !isCodeOf(expected, this.#codes[this.#next]!)) this.#next++
    if (!this.#hasNext) return { fault: 'missing' }
    const code = this.#codes[this.#next++]!
    return isCodeOf(expected, code) ? { code } : { fault: 'binding' }
  }

  get #hasNext(): boolean {
    return this.#next < this.#codes.length
  }

  get isEmpty(): boolean {
    return !this.#hasNext
  }
}

/** Whether a partner reported only what it was invited to, and handed nothing on. */
const staysWithin = ({ handover, invitations, answer }: ProvenItem, stages: readonly StageKey[]): boolean =>
  handover === null && invitations.length === 0 && answer.stages.every(({ stage }) => stages.includes(stage))

/**
 * Follows the goods from holder to holder, and to the partners that each of them invited.
 * @param stated codes of partners and later holders as the platform states them; each must be the one that the ledger names
 * @param prove fetches and walks the proof of a code; rejects when there is none
 */
export async function proveLaterHolders(
  first: Custody,
  stated: readonly string[],
  prove: (code: string) => Promise<WalkResult>,
): Promise<LaterHolders> {
  const holders: LaterHolder[] = []
  const codes = new StatedCodes(stated)
  const fail = (fault: WalkFault): LaterHolders => ({ holders, faults: [{ fault, about: 'custody' }] })
  let place: Custody = first
  while (holders.length < mostHolders) {
    const waits = place.pending.some(({ of }) => of === 'custody')
    for (const invitation of place.invitations) {
      if (holders.length === mostHolders) return { holders, faults: [] }
      const taken = codes.take(invitation, waits)
      if ('fault' in taken) return fail(taken.fault)
      const walk: WalkResult | null = await prove(taken.code).catch(() => null)
      holders.push({ code: taken.code, since: invitation.at, role: 'partner', walk })
      if (walk?.item && !staysWithin(walk.item, invitation.stages)) return fail('binding')
    }
    if (!place.handover) return codes.isEmpty || waits ? { holders, faults: [] } : fail('binding')
    if (holders.length === mostHolders) break
    const taken = codes.take(place.handover, waits)
    if ('fault' in taken) return fail(taken.fault)
    const walk: WalkResult | null = await prove(taken.code).catch(() => null)
    holders.push({ code: taken.code, since: place.handover.at, role: 'holder', walk })
    if (!walk?.item) break
    place = walk.item
  }
  return { holders, faults: [] }
}

type Outcome = WalkResult['outcome']

/** The less is known, the later. */
const byDoubt: readonly Outcome[] = ['proven', 'waiting', 'asOf', 'stated', 'unavailable', 'suspicious']

/** Of a holder whose records are not in the ledger yet, nothing can be checked: that is not proven, and speaks against nothing. */
const outcomeOf = ({ walk }: LaterHolder): Outcome =>
  walk === null || walk.outcome === 'stated' ? 'unavailable' : walk.outcome

/** The result of a check with what became of the goods afterwards: it is proven only if all of it is. */
export function withLaterHolders(result: WalkResult, { holders, faults }: LaterHolders): WalkResult {
  const contradicted = holders.flatMap(({ walk }) => (walk?.outcome === 'suspicious' ? walk.faults : []))
  const items = holders.flatMap(({ walk }) => walk?.item ?? [])
  // Recalls and labels are the holders', not the partners'.
  const held = holders.flatMap(({ walk, role }) => (role === 'holder' && walk?.item ? [walk.item] : []))
  const recalls = held.flatMap(({ answer }) => answer.recalls)
  const isRecalled = recalls.some(({ lifted }) => !lifted)
  const label = held.findLast(({ answer }) => answer.label.state === 'spoiled' || answer.label.state === 'lost')?.answer
    .label
  const { item } = result
  return {
    ...result,
    outcome: [result.outcome, ...holders.map(outcomeOf), ...(faults.length > 0 ? ['suspicious' as const] : [])].reduce(
      (worst, outcome) => (byDoubt.indexOf(outcome) > byDoubt.indexOf(worst) ? outcome : worst),
    ),
    faults: [...result.faults, ...contradicted, ...faults],
    item: item && {
      ...item,
      answer: {
        ...item.answer,
        label: label ?? item.answer.label,
        status: isRecalled ? 'recalled' : item.answer.status,
        recalls: [...item.answer.recalls, ...recalls],
      },
      pending: [...item.pending, ...items.flatMap(({ pending }) => pending)],
    },
  }
}
