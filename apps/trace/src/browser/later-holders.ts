/** Proves what later holders of the goods reported: each from its own code, to which a sealed handover leads. */
import type { StageKey } from '@timbermark/contract/stage-keys'
import type { TraceHolder } from '@timbermark/contract/trace'
import { isCodeOf, type ProvenHandover } from '../proof/custody.ts'
import type { ProvenItem, WalkFault, WalkResult } from '../proof/proven.ts'
import {
  isCertificationSealed,
  type StatedCertification,
  type StatedCompanies,
  type StatedCompany,
} from '../stated-companies.ts'

/** A holder to whom the goods were provably handed over, or a partner that a holder invited to stages. */
export interface LaterHolder extends Pick<StatedCompany, 'code' | 'papers'> {
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

type First = Pick<ProvenItem, 'handover' | 'invitations' | 'pending' | 'answer'>
type Custody = Omit<First, 'answer'>

/** The codes that the platform states, taken in the order in which the ledger names their holders. */
class StatedCodes {
  readonly #companies: readonly StatedCompany[]
  #next = 0

  constructor(companies: readonly StatedCompany[]) {
    this.#companies = companies
  }

  /**
   * Takes the code that the ledger leads to.
   * @param waits whether entries about custody are not in the ledger yet: the codes stated for those are passed over
   */
  take(expected: ProvenHandover, waits: boolean): StatedCompany | { fault: WalkFault } {
    if (waits) while (this.#hasNext && !isCodeOf(expected, this.#companies[this.#next]!.code)) this.#next++
    if (!this.#hasNext) return { fault: 'missing' }
    const company = this.#companies[this.#next++]!
    return isCodeOf(expected, company.code) ? company : { fault: 'binding' }
  }

  get #hasNext(): boolean {
    return this.#next < this.#companies.length
  }

  get isEmpty(): boolean {
    return !this.#hasNext
  }
}

/** Whether a partner reported only what it was invited to, took no step of certification, and handed nothing on. */
const staysWithin = ({ handover, invitations, answer }: ProvenItem, stages: readonly StageKey[]): boolean =>
  handover === null &&
  invitations.length === 0 &&
  answer.certification.steps.length === 0 &&
  answer.stages.every(({ stage }) => stages.includes(stage))

/**
 * Follows the goods from holder to holder, and to the partners that each of them invited. Each stated code must be the one that the
 * ledger names, and each stated certification one that the ledger has.
 * @param stated the companies as the platform states them
 * @param prove fetches and walks the proof of a code; rejects when there is none
 */
export async function proveLaterHolders(
  first: First,
  { at, list: [statedFirst, ...statedLater] }: StatedCompanies,
  prove: (code: string) => Promise<WalkResult>,
): Promise<LaterHolders> {
  const holders: LaterHolder[] = []
  const faults: LaterHolders['faults'][number][] = []
  const companies = new StatedCodes(statedLater)
  const fail = (fault: WalkFault, about = 'custody') => {
    faults.push({ fault, about })
    return { holders, faults }
  }
  const compare = (stated: StatedCertification | undefined, item: Pick<ProvenItem, 'answer' | 'pending'>) => {
    if (stated && !isCertificationSealed(stated, at, item)) fail('database', 'certification')
  }
  compare(statedFirst?.certification, first)
  let place: Custody = first
  while (holders.length < mostHolders) {
    const waits = place.pending.some(({ of }) => of === 'custody')
    for (const invitation of place.invitations) {
      if (holders.length === mostHolders) return { holders, faults }
      const taken = companies.take(invitation, waits)
      if ('fault' in taken) return fail(taken.fault)
      const walk: WalkResult | null = await prove(taken.code).catch(() => null)
      holders.push({ ...taken, since: invitation.at, role: 'partner', walk })
      if (walk?.item && !staysWithin(walk.item, invitation.stages)) return fail('binding')
    }
    if (!place.handover) return companies.isEmpty || waits ? { holders, faults } : fail('binding')
    if (holders.length === mostHolders) break
    const taken = companies.take(place.handover, waits)
    if ('fault' in taken) return fail(taken.fault)
    const walk: WalkResult | null = await prove(taken.code).catch(() => null)
    holders.push({ ...taken, since: place.handover.at, role: 'holder', walk })
    if (!walk?.item) break
    compare(taken.certification, walk.item)
    place = walk.item
  }
  return { holders, faults }
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
  const isGone = ({ answer: { label } }: ProvenItem) => label.state === 'spoiled' || label.state === 'lost'
  const label = held.filter(isGone).at(-1)?.answer.label
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
