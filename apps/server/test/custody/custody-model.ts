import type { StageKey } from '@timbermark/contract'

/**
 * A plain model of goods that five enterprises hand to each other: who holds each code, what is packed in what, what was reported,
 * invited to, certified, called back. Each act answers with every rule that it breaks; it is accepted when it breaks none.
 */

/** Stages of the circulation of all batches here, in order; the last two are reported code by code, `factoryEntry` may be skipped. */
export const steps: readonly { stage: StageKey; required: boolean }[] = (
  [
    'felling',
    'processing',
    'factoryEntry',
    'exportCustoms',
    'seaShipping',
    'productInformation',
    'productSales',
  ] as const
).map(stage => ({ stage, required: stage !== 'factoryEntry' }))
export const stagesHere = steps.map(({ stage }) => stage)
const byCode: readonly StageKey[] = ['productInformation', 'productSales']

export interface Firm {
  name: string
}

export interface Batch {
  firm: Firm
  id: number
  /** Stages that earlier holders had reported; undefined for own goods. */
  received?: ReadonlySet<StageKey>
  steps: { stage: StageKey; required: boolean }[]
  state: 'draft' | 'active' | 'voided'
  records: StageRecord[]
  recalls: Recall[]
}

export interface StageRecord {
  id: number
  firm: Firm
  stage: StageKey
  batch: Batch
  places: readonly Place[]
  current: boolean
}

export interface Recall {
  id: number
  firm: Firm
  reports: 'ask' | 'refuse'
  standing: boolean
}

/** A code on a label, with its holders in order. */
export interface Code {
  text: string
  type: 'item' | 'package'
  /** The rest of a request, which goes from hand to hand as one: its size and its last label. */
  rest?: { size: number; last: string }
  chain: Place[]
}

export const sizeOf = ({ code }: Pick<Place, 'code'>): number => code.rest?.size ?? 1
export const countOf = (places: readonly Place[]): number => places.reduce((sum, place) => sum + sizeOf(place), 0)
export const lastNumber = (place: Place): number => place.number + sizeOf(place) - 1

/** A code as one enterprise knows it: as its holder, or as a partner invited by a holder. */
export interface Place {
  code: Code
  firm: Firm
  batch: Batch
  /** Id of its request, and its number there, from 1. */
  request: number
  number: number
  label: 'made' | 'inUse' | 'spoiled' | 'lost'
  was?: 'made' | 'inUse'
  parent: Place | undefined
  records: Map<StageKey, StageRecord>
  certification: 'notAuthorized' | 'notYetCertified' | 'certified' | 'failed'
  recalls: Recall[]
  /** When the next holder took it over. */
  until?: number
  partners: Place[]
  /** Of a partner: who invited it. */
  of?: { holder: Place; invitation: Invitation }
}

export interface Offer {
  id: number
  from: Firm
  to: Firm
  places: readonly Place[]
  state: 'open' | 'accepted' | 'declined' | 'withdrawn'
  dispute: DisputeLine[]
}

export interface DisputeLine {
  by: Firm
  kind: 'opened' | 'answered' | 'proposed' | 'agreed' | 'takenBack'
}

export interface Invitation {
  id: number
  from: Firm
  to: Firm
  places: readonly Place[]
  stages: readonly StageKey[]
  state: 'open' | 'accepted' | 'declined' | 'withdrawn' | 'revoked'
}

/** The rules that an act breaks. */
export type Broken = Set<string>

const broken = (...rules: (string | false | undefined)[]): Broken => new Set(rules.filter(rule => rule) as string[])

export class Custody {
  readonly firms: Firm[] = []
  readonly batches: Batch[] = []
  readonly codes: Code[] = []
  readonly records: StageRecord[] = []
  readonly recalls: Recall[] = []
  readonly offers: Offer[] = []
  readonly invitations: Invitation[] = []

  readonly holderOf = (code: Code): Place => code.chain.at(-1)!
  readonly isHeld = (place: Place): boolean => this.holderOf(place.code) === place

  /** Every place of a code, in the order in which they came about at the same distance from the maker. */
  placesOf(code: Code): Place[] {
    return code.chain
      .flatMap((holder, n) => [holder, ...(code.chain[n - 1]?.partners ?? [])])
      .concat(this.holderOf(code).partners)
  }

  /**
   * What a code in the hand is at an enterprise: where it came last. Who was invited more than once is asked by the stage.
   */
  find(firm: Firm, code: Code, stage?: StageKey): Place | undefined {
    let place: Place | undefined
    for (const [n, holder] of code.chain.entries()) {
      const its = [...(code.chain[n - 1]?.partners ?? []), holder].filter(one => one.firm === firm)
      place = its.at(-1) ?? place
    }
    const partners = this.holderOf(code).partners.filter(one => one.firm === firm)
    place = partners.at(-1) ?? place
    const { of } = place ?? {}
    if (!of || !stage) return place
    return of.holder.partners.findLast(one => one.firm === firm && one.of!.invitation.stages.includes(stage)) ?? place
  }

  /** All places of a request at an enterprise, in the order of their numbers. */
  ofRequest(request: number): Place[] {
    return this.codes
      .flatMap(code => this.placesOf(code))
      .filter(place => place.request === request)
      .sort((a, b) => a.number - b.number)
  }
  requestsOf(firm: Firm): number[] {
    return [
      ...new Set(
        this.codes.flatMap(code => this.placesOf(code)).flatMap(place => (place.firm === firm ? place.request : [])),
      ),
    ]
  }

  inside(parent: Place): Place[] {
    return this.codes.flatMap(code => this.placesOf(code)).filter(place => place.parent === parent)
  }
  withContents(places: readonly Place[]): Place[] {
    return [...new Set(places.flatMap(place => [place, ...this.inside(place)]))]
  }

  /** The holders of a place before it, with the one who invited a partner. */
  private before(place: Place): Place[] {
    const holder = place.of?.holder ?? place
    return holder.code.chain.slice(0, holder.code.chain.indexOf(holder) + 1)
  }

  /** Recalls that concern a place: of its own enterprise and of every holder before. */
  recallsOf(place: Place): Recall[] {
    return [place, ...this.before(place)]
      .flatMap(one => [...one.recalls, ...one.batch.recalls])
      .filter(({ standing }) => standing)
  }

  private readonly isCertified = (place: Place) =>
    [place, ...this.before(place)].some(({ certification }) => certification === 'certified')

  private readonly labelRule = ({ label }: Place) =>
    label === 'spoiled' ? 'code.labelSpoiled' : label === 'lost' && 'code.labelLost'

  /** What keeps an enterprise from acting on a code now, or at an earlier moment. */
  private actRules(place: Place, at = Number.POSITIVE_INFINITY): Broken {
    return broken(
      place.until !== undefined && place.until <= at && 'custody.handedOver',
      place.of && 'custody.invitedOnly',
      this.labelRule(place),
    )
  }

  private static join(all: readonly Broken[]): Broken {
    return new Set(all.flatMap(one => [...one]))
  }

  // Goods that change hands.

  /** @param named undefined for codes that are not of the enterprise */
  goodsRules(named: readonly (Place | undefined)[]): Broken {
    if (named.some(place => !place)) return broken('stage.foreignCode')
    const places = this.withContents(named as Place[])
    const batches = new Set(places.map(({ batch }) => batch))
    return Custody.join([
      broken(
        batches.size > 1 && 'stage.batchMixed',
        places.some(({ batch }) => batch.state === 'voided') && 'stage.batchInactive',
      ),
      ...places.map(place => this.actRules(place)),
    ])
  }

  private transferRules(places: readonly Place[], offered: readonly Place[]): Broken {
    return Custody.join(
      places.map(place =>
        broken(
          this.recallsOf(place).length > 0 && 'custody.recalled',
          place.certification === 'notYetCertified' && 'custody.underReview',
          place.parent && !offered.includes(place.parent) && 'custody.packedElsewhere',
        ),
      ),
    )
  }

  offerRules(from: Firm, to: Firm, named: readonly (Place | undefined)[]): Broken {
    const rules = this.goodsRules(named)
    if (from === to) rules.add('custody.ownReceiver')
    if (rules.has('stage.foreignCode')) return rules
    const places = this.withContents(named as Place[])
    return Custody.join([rules, this.transferRules(places, places)])
  }

  offer(id: number, from: Firm, to: Firm, named: readonly Place[]): Offer {
    const offer: Offer = { id, from, to, places: this.withContents(named), state: 'open', dispute: [] }
    for (const place of offer.places) this.use(place)
    this.offers.push(offer)
    return offer
  }

  private use(place: Place): void {
    if (place.label === 'made') place.label = 'inUse'
  }

  /** The codes that would be taken over. */
  accepted({ from, places }: Offer, arrived: readonly Code[] | undefined, without: readonly Code[]): Place[] {
    const known = (codes: readonly Code[]) => codes.map(code => this.find(from, code))
    const came = arrived && this.withContents(known(arrived).filter(place => place !== undefined))
    const left = known(without)
    return places.filter(place => (!came || came.includes(place)) && !left.includes(place))
  }

  acceptRules(
    by: Firm,
    offer: Offer,
    arrived: readonly Code[] | undefined,
    without: readonly Code[],
    reason: boolean,
  ): Broken {
    if (by !== offer.to) return broken('notFound')
    if (offer.state !== 'open') return broken('stateRefused')
    const taken = this.accepted(offer, arrived, without)
    const named = [...(arrived ?? []), ...without]
    return Custody.join([
      broken(
        named.some(code => !offer.places.includes(this.find(offer.from, code)!)) && 'custody.notOffered',
        taken.length === 0 && 'custody.nothingAccepted',
        taken.length < offer.places.length && !reason && 'invalid',
        taken.some(({ batch }) => batch.state === 'voided') && 'stage.batchInactive',
      ),
      ...taken.map(place => this.actRules(place)),
      this.transferRules(taken, offer.places),
    ])
  }

  /** @param made the batch of the receiver, and the requests of the taken codes by type */
  accept(
    offer: Offer,
    taken: readonly Place[],
    at: number,
    made: { batch: number; requests: Record<string, number> },
  ): void {
    offer.state = 'accepted'
    const [{ batch: from }] = taken as [Place]
    const received = new Set([...this.reportedOf(from).map(({ stage }) => stage), ...(from.received ?? [])])
    const batch: Batch = {
      firm: offer.to,
      id: made.batch,
      received,
      steps: Custody.loosened(steps, received),
      state: 'active',
      records: [],
      recalls: [],
    }
    this.batches.push(batch)
    this.addPlaces(offer.to, batch, taken, made.requests, (place, source) => {
      source.until = at
      source.code.chain.push(place)
    })
  }

  private addPlaces(
    firm: Firm,
    batch: Batch,
    sources: readonly Place[],
    requests: Record<string, number>,
    add: (place: Place, source: Place) => void,
  ): void {
    const numbers: Record<string, number> = {}
    const placeOfSource = new Map<Place, Place>()
    for (const source of sources) {
      const { code } = source
      const number = (numbers[code.type] ?? 0) + 1
      numbers[code.type] = number + sizeOf(source) - 1
      const place: Place = {
        code,
        firm,
        batch,
        request: requests[code.type]!,
        number,
        label: 'inUse',
        parent: undefined,
        records: new Map(),
        certification: 'notAuthorized',
        recalls: [],
        partners: [],
      }
      placeOfSource.set(source, place)
      add(place, source)
    }
    for (const [source, place] of placeOfSource) place.parent = source.parent && placeOfSource.get(source.parent)
  }

  private static loosened(all: Batch['steps'] | typeof steps, passed: Iterable<StageKey>): Batch['steps'] {
    const known = new Set(passed)
    const last = all.findLastIndex(({ stage }) => known.has(stage))
    return all.map((step, at) => ({ ...step, required: step.required && at > last }))
  }

  settleOfferRules(by: Firm, offer: Offer, verb: 'decline' | 'withdraw'): Broken {
    if (by !== (verb === 'decline' ? offer.to : offer.from)) return broken('notFound')
    return broken(offer.state !== 'open' && 'stateRefused')
  }

  // Invitations.

  inviteRules(from: Firm, to: Firm, named: readonly (Place | undefined)[], stages: readonly StageKey[]): Broken {
    const rules = this.goodsRules(named)
    if (from === to) rules.add('custody.ownReceiver')
    if (rules.has('stage.foreignCode')) return rules
    const places = this.withContents(named as Place[])
    const taken = this.invitations.some(
      one =>
        one.to === to &&
        (one.state === 'open' || one.state === 'accepted') &&
        one.stages.some(stage => stages.includes(stage)) &&
        one.places.some(place => places.includes(place)),
    )
    if (taken) rules.add('custody.alreadyInvited')
    return rules
  }

  invite(id: number, from: Firm, to: Firm, named: readonly Place[], stages: readonly StageKey[]): void {
    const places = this.withContents(named)
    for (const place of places) this.use(place)
    this.invitations.push({ id, from, to, places, stages, state: 'open' })
  }

  joinRules(by: Firm, invitation: Invitation): Broken {
    if (by !== invitation.to) return broken('notFound')
    if (invitation.state !== 'open') return broken('stateRefused')
    return broken(
      invitation.places.some(({ until }) => until !== undefined) && 'custody.handedOver',
      invitation.places.some(({ batch }) => batch.state === 'voided') && 'stage.batchInactive',
    )
  }

  joinStages(invitation: Invitation, made: { batch: number; requests: Record<string, number> }): void {
    invitation.state = 'accepted'
    const batch: Batch = {
      firm: invitation.to,
      id: made.batch,
      steps: steps.filter(({ stage }) => invitation.stages.includes(stage)).map(step => ({ ...step, required: false })),
      state: 'active',
      records: [],
      recalls: [],
    }
    this.batches.push(batch)
    this.addPlaces(invitation.to, batch, invitation.places, made.requests, (place, holder) => {
      place.of = { holder, invitation }
      holder.partners.push(place)
    })
  }

  settleInvitationRules(by: Firm, invitation: Invitation, verb: 'decline' | 'withdraw' | 'revoke'): Broken {
    if (by !== (verb === 'decline' ? invitation.to : invitation.from)) return broken('notFound')
    return broken(invitation.state !== (verb === 'revoke' ? 'accepted' : 'open') && 'stateRefused')
  }

  // Reports.

  /** Where a stage is reported about the goods of a place: at the holder and at each of its partners. */
  private together(place: Place): Place[] {
    const holder = place.of?.holder ?? place
    return [holder, ...holder.partners]
  }

  /** Current records about a batch of a holder: its own and those of its partners about its codes. */
  private reportedOf(batch: Batch): StageRecord[] {
    return this.records.filter(
      record => record.current && record.places.some(place => (place.of?.holder ?? place).batch === batch),
    )
  }

  private hasPassed(place: Place, stage: StageKey): boolean {
    const holder = place.of?.holder ?? place
    const isReported = (one: Place) => this.together(one).some(({ records }) => records.has(stage))
    const contents = this.inside(holder)
    return (
      isReported(holder) ||
      (holder.parent !== undefined && isReported(holder.parent)) ||
      (contents.length > 0 && contents.every(isReported))
    )
  }

  private static requiredBefore(all: Batch['steps'], stage: StageKey): StageKey[] {
    return all
      .slice(
        0,
        all.findIndex(step => step.stage === stage),
      )
      .flatMap(step => (step.required ? step.stage : []))
  }

  /** The steps by which a report is judged: who takes goods up begins with what happens to them now. */
  private stepsFor(batch: Batch, stage: StageKey): Batch['steps'] {
    const begins = batch.received && !batch.records.some(({ current }) => current)
    return begins ? Custody.loosened(batch.steps, [...batch.received!, stage]) : batch.steps
  }

  reportRules(firm: Firm, codes: readonly Code[], stage: StageKey, at: number): Broken {
    const places = codes.map(code => this.find(firm, code, stage))
    if (places.some(place => !place)) return broken('custody.heldByOther')
    return this.reportRulesAt(places as Place[], stage, at)
  }

  reportRulesAt(places: readonly Place[], stage: StageKey, at: number): Broken {
    const rules: Broken[] = [
      broken(
        new Set(places.map(({ batch }) => batch)).size > 1 && 'stage.batchMixed',
        places.some(({ batch }) => batch.state === 'voided') && 'stage.batchInactive',
      ),
    ]
    for (const place of places) {
      const { of } = place
      const holder = of?.holder ?? place
      rules.push(
        broken(
          holder.until !== undefined && holder.until <= at && 'custody.handedOver',
          of && !of.invitation.stages.includes(stage) && 'custody.stageNotInvited',
          of && of.invitation.state !== 'accepted' && 'custody.invitationEnded',
          this.labelRule(place),
          this.labelRule(holder),
          holder.batch.state === 'voided' && 'stage.batchInactive',
          !this.isCertified(place) && 'stage.notCertified',
          this.recallsOf(place).some(({ reports }) => reports === 'refuse') && 'stage.recalled',
          this.together(place).some(({ records }) => records.has(stage)) && 'stage.alreadyLinked',
        ),
      )
      const reported = this.reportedOf(holder.batch)
      for (const before of Custody.requiredBefore(this.stepsFor(holder.batch, stage), stage)) {
        if (!reported.some(record => record.stage === before)) rules.push(broken('stage.tooEarly'))
        else if (byCode.includes(before) && !this.hasPassed(place, before))
          rules.push(broken('stage.codeTooEarly', place.of && 'stage.tooEarly'))
      }
    }
    return Custody.join(rules)
  }

  report(id: number, places: readonly Place[], stage: StageKey): void {
    const [{ firm, batch }] = places as [Place]
    batch.steps = this.stepsFor(batch, stage)
    if (batch.state === 'draft') batch.state = 'active'
    const record: StageRecord = { id, firm, stage, batch, places, current: true }
    for (const place of places) {
      this.use(place)
      place.records.set(stage, record)
    }
    batch.records.push(record)
    this.records.push(record)
  }

  /** @param meant the call says that later stages are known */
  withdrawRules(by: Firm, record: StageRecord, meant: boolean): Broken {
    if (by !== record.firm) return broken('notFound')
    if (!record.current) return broken('stage.notCurrent')
    const holders = record.places.map(place => place.of?.holder ?? place)
    const { batch } = holders[0]!
    const others = this.reportedOf(batch).filter(
      one =>
        one !== record &&
        (!byCode.includes(record.stage) || one.places.some(place => holders.includes(place.of?.holder ?? place))),
    )
    const reported = new Set(others.map(({ stage }) => stage))
    const needed = [...reported].some(later => Custody.requiredBefore(batch.steps, later).includes(record.stage))
    return broken(
      record.batch.state === 'voided' && 'stage.batchInactive',
      !meant && !reported.has(record.stage) && needed && 'stage.laterStages',
    )
  }

  withdraw(record: StageRecord, id: number): void {
    record.current = false
    record.id = id
    for (const place of record.places) place.records.delete(record.stage)
  }

  // Packing, labels, certification, recalls, disputes.

  packRules(parent: Place | undefined, places: readonly (Place | undefined)[]): Broken {
    if (!parent || places.some(place => !place)) return broken('stage.foreignCode')
    const all = places as Place[]
    return Custody.join([
      broken(
        parent.code.type === 'item' && 'stage.parentLevel',
        all.some(({ code }) => code.type === 'package') && 'stage.parentLevel',
        all.includes(parent) && 'stage.cycle',
        all.some(({ batch }) => batch.state === 'voided') && 'stage.batchInactive',
        all.some(place => place.parent) && 'code.alreadyPacked',
      ),
      ...[parent, ...all].map(place => this.actRules(place)),
    ])
  }

  pack(parent: Place, places: readonly Place[]): void {
    for (const place of places) place.parent = parent
    for (const place of [parent, ...places]) this.use(place)
  }

  unpackRules(places: readonly (Place | undefined)[]): Broken {
    if (places.some(place => !place)) return broken('stage.foreignCode')
    const rules = (places as Place[]).map(place => {
      const acts = this.actRules({ ...place, label: 'inUse' })
      if (!place.parent) acts.add('code.notPacked')
      return acts
    })
    return Custody.join(rules)
  }

  labelRules(places: readonly (Place | undefined)[], verb: 'spoil' | 'lose' | 'reinstate'): Broken {
    if (places.some(place => !place)) return broken('stage.foreignCode')
    const wanted = verb === 'spoil' ? 'lost' : 'spoiled'
    return Custody.join(
      (places as Place[]).map(place => {
        const rules = this.actRules({ ...place, label: 'inUse' })
        const isGone = place.label === 'spoiled' || place.label === 'lost'
        if (verb === 'reinstate' ? !isGone : place.label === wanted) rules.add('code.labelState')
        return rules
      }),
    )
  }

  moveLabels(places: readonly Place[], verb: 'spoil' | 'lose' | 'reinstate'): void {
    for (const place of places) {
      if (verb === 'reinstate') place.label = place.was!
      else if (place.label === 'made' || place.label === 'inUse') {
        place.was = place.label
        place.label = verb === 'spoil' ? 'spoiled' : 'lost'
      }
    }
  }

  certifyRules(places: readonly (Place | undefined)[], verb: 'submit' | 'pass' | 'fail' | 'withdraw'): Broken {
    if (places.some(place => !place)) return broken('stage.foreignCode')
    return Custody.join(
      (places as Place[]).map(place => {
        const rules = this.actRules(verb === 'submit' ? place : { ...place, label: 'inUse' })
        const { certification } = place
        const isAllowed = { submit: certification === 'notAuthorized', withdraw: certification !== 'notAuthorized' }
        const mayGo = verb === 'pass' || verb === 'fail' ? certification === 'notYetCertified' : isAllowed[verb]
        if (!mayGo) rules.add('certification.stateRefused')
        return rules
      }),
    )
  }

  certify(places: readonly Place[], verb: 'submit' | 'pass' | 'fail' | 'withdraw'): void {
    const to = { submit: 'notYetCertified', pass: 'certified', fail: 'failed', withdraw: 'notAuthorized' } as const
    for (const place of places) {
      place.certification = to[verb]
      if (verb === 'submit') this.use(place)
    }
  }

  recallCodesRules(places: readonly (Place | undefined)[]): Broken {
    if (places.some(place => !place)) return broken('stage.foreignCode')
    const all = this.withContents(places as Place[])
    return broken(
      all.some(place => place.of) && 'custody.invitedOnly',
      all.some(({ recalls }) => recalls.some(({ standing }) => standing)) && 'catalog.codeRecalled',
    )
  }

  isPartnersBatch(batch: Batch): boolean {
    return this.codes.some(code => this.placesOf(code).some(place => place.batch === batch && place.of))
  }

  recallBatchRules(by: Firm, batch: Batch): Broken {
    if (by !== batch.firm) return broken('invalid')
    return broken(
      this.isPartnersBatch(batch) && 'custody.invitedOnly',
      batch.recalls.some(({ standing }) => standing) && 'catalog.batchRecalled',
    )
  }

  disputeRules(by: Firm, { from, to, state, dispute }: Offer, kind: DisputeLine['kind']): Broken {
    if (by !== from && by !== to) return broken('notFound')
    if (state !== 'accepted') return broken('custody.notAccepted')
    const isOpen = dispute.length > 0 && !['agreed', 'takenBack'].includes(dispute.at(-1)!.kind)
    if (kind === 'opened') return broken(isOpen && 'custody.disputeOpen')
    if (!isOpen) return broken('custody.noDispute')
    const current = dispute.slice(dispute.findLastIndex(line => line.kind === 'opened'))
    const proposal = current.findLast(line => line.kind === 'proposed')
    if (kind === 'agreed') return broken(!proposal ? 'custody.noProposal' : proposal.by === by && 'custody.ownProposal')
    return broken(kind === 'takenBack' && current[0]!.by !== by && 'custody.notOpener')
  }

  /** Who reports about a code, as its page names them after its maker: the partners of each holder, then the next one. */
  laterOf(code: Code): { name: string; role: 'holder' | 'partner' }[] {
    return code.chain.flatMap(({ partners }, n) => [
      ...partners.map(({ firm }) => ({ name: firm.name, role: 'partner' as const })),
      ...code.chain.slice(n + 1, n + 2).map(({ firm }) => ({ name: firm.name, role: 'holder' as const })),
    ])
  }
}
