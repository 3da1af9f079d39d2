import { randomUUID } from 'node:crypto'
import { type CodeType, entityByKey, type StageKey } from '@timbermark/contract'
import { softRules } from '@timbermark/contract/plausible'
import { ownCirculation, stageByKey, valueFields } from '@timbermark/contract/stages'
import type { CodeAnswer } from '@timbermark/contract/stage-calls'
import type { TraceAnswer } from '@timbermark/contract/trace'
import { beforeAll, describe, expect, test } from 'vitest'
import { sampleValues } from '../../../../packages/contract/test/stage-sample.ts'
import { codeRequest } from '../code-request.ts'
import { type Dice, makeDice } from '../dice.ts'
import { certifyRequest, completeRequest, templateOf } from '../goods.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { sampleBody } from '../samples.ts'
import { type Company, makeCompany } from './companies.ts'
import {
  type Batch,
  type Broken,
  type Code,
  countOf,
  Custody,
  type Firm,
  lastNumber,
  type Offer,
  type Place,
  stagesHere,
  steps,
} from './custody-model.ts'

/**
 * Random histories of goods between five enterprises, from seeds, by the calls that people make, beside a plain model. A call is
 * accepted exactly when it breaks no rule of the model, and then refused by one of those it breaks; in between everything that
 * enterprises and buyers see must agree with the model. `HISTORY_SEED` adds a history, `HISTORY_ACTS` sets how long they are.
 */
const seeds = [20_261_128, 4_711, 97, ...(process.env.HISTORY_SEED ? [Number(process.env.HISTORY_SEED)] : [])]
const acts = Number(process.env.HISTORY_ACTS ?? 220)
/** After so many acts everything is compared. */
const compareEvery = 40

interface People extends Company {
  firm: Firm
  second: Caller
  productId: number
}

const names = ['EXPORTER', 'IMPORTER', 'FACTORY', 'DEALER', 'AGENT']

/** Acts that are so frequent that each must have been accepted and refused, or the histories would say nothing about them. */
const frequent =
  'offers accepts invites joins reports withdraws packs unpacks certifies recalls lifts declines revokes'.split(' ')
/** Acts that must have been tried. */
const rare = 'opened answered proposed agreed takenBack spoils loses reinstates voids'.split(' ')
const counts = new Map<string, { accepted: number; refused: number }>()

let world: World
const templates = new Map<StageKey, number>()

beforeAll(async () => {
  world = await makeWorld({ background: true })
  for (const stage of stagesHere) templates.set(stage, await templateOf(world, stage))
})

describe('goods of five enterprises agree with a plain model', () => {
  test.each(seeds)('in the history of seed %i', async seed => {
    const history = new History(makeDice(seed), `S${seed % 100_000}`)
    try {
      await history.begin()
      for (let n = 1; n <= acts; n++) {
        await history.act()
        if (n % compareEvery === 0 || n === acts) await history.compareAll()
      }
    } catch (error) {
      console.error(`Seed ${seed}, after:\n${history.told.slice(-25).join('\n')}`)
      throw error
    }
  })

  test('and did everything that people do', () => {
    for (const kind of frequent) {
      expect(counts.get(kind)?.accepted, kind).toBeGreaterThan(0)
      expect(counts.get(kind)?.refused, kind).toBeGreaterThan(0)
    }
    for (const kind of rare) expect(counts.has(kind), kind).toBe(true)
  })
})

/** What somebody names in a call, and the same in the model. */
interface Named {
  body: object
  places: (Place | undefined)[]
}

class History {
  readonly told: string[] = []
  readonly #model = new Custody()
  readonly #all: People[] = []
  readonly #dice: Dice
  readonly #mark: string

  constructor(dice: Dice, mark: string) {
    this.#dice = dice
    this.#mark = mark
  }

  async begin(): Promise<void> {
    for (const name of names) this.#all.push(await this.#makePeople(`${this.#mark}-${name}`))
    for (const people of this.#all.slice(0, 3)) {
      for (let n = 0; n < 2; n++) {
        const batch = await this.#makeBatch(people, `${people.firm.name}-${n}`)
        await this.#makeRequest(people, batch, 'item', 10)
        await this.#makeRequest(people, batch, 'package', 3)
      }
    }
  }

  async #makePeople(identification: string): Promise<People> {
    const company = await makeCompany(world, identification, stagesHere)
    const { admin } = company
    const second = await world.signIn({ id: admin.tenantId, deptId: null }, ['enterpriseAdmin'])
    const circulation = await admin.post<{ id: number }>('/stage/circulation', { name: 'Walk', steps })
    const category = await admin.post<{ id: number }>('/catalog/category', {
      name: 'Walk',
      circulationId: circulation.data.id,
      orderNum: 1,
    })
    const body = await sampleBody(admin, entityByKey('catalog/product')!, 'Okoume')
    const product = await admin.post<{ id: number }>('/catalog/product', { ...body, categoryId: category.data.id })
    for (const { code, msg, data } of [circulation, category, product])
      expect({ code, data }, msg).toMatchObject({ code: 200 })
    const firm: Firm = { name: `Demo ${identification}` }
    this.#model.firms.push(firm)
    return { ...company, firm, second, productId: product.data.id }
  }

  async #makeBatch({ admin, firm, productId }: People, batchNumber: string): Promise<Batch> {
    const { data, code } = await admin.post<{ id: number }>('/catalog/batch', { batchNumber, productId })
    expect(code).toBe(200)
    const batch: Batch = {
      firm,
      id: data.id,
      steps: steps.map(step => ({ ...step })),
      state: 'draft',
      records: [],
      recalls: [],
    }
    this.#model.batches.push(batch)
    return batch
  }

  async #makeRequest({ admin, firm }: People, batch: Batch, type: Code['type'], count: number): Promise<void> {
    const body = codeRequest(batch.id, { codeType: type })
    const { data } = await admin.post<{ id: number }>('/code/request', body)
    await completeRequest(world, data.id)
    const isCertified = this.#dice.chance(0.85)
    if (isCertified) await certifyRequest(world, data.id)
    const spans = [
      { from: 1, to: count + 1 },
      { from: body.count, to: body.count },
    ]
    const { data: texts } = await admin.post<string[]>('/code/qr/values', { requestId: data.id, spans })
    const last = texts.pop()!
    expect(texts).toHaveLength(count + 1)
    for (const [at, text] of texts.entries()) {
      const rest = at === count && { rest: { size: body.count - count, last } }
      const code: Code = { text, type, ...rest, chain: [] }
      code.chain.push({
        code,
        firm,
        batch,
        request: data.id,
        number: at + 1,
        label: isCertified ? 'inUse' : 'made',
        parent: undefined,
        records: new Map(),
        certification: isCertified ? 'certified' : 'notAuthorized',
        recalls: [],
        partners: [],
      })
      this.#model.codes.push(code)
    }
  }

  readonly #single = () => this.#model.codes.filter(({ rest }) => !rest)
  readonly #people = (firm: Firm): People => this.#all.find(people => people.firm === firm)!

  /** Makes a call and compares its answer with the rules that it breaks. @returns the answer of an accepted call */
  async #expect<T>(what: string, rules: Broken, call: () => Promise<Answered<T>>): Promise<Answered<T> | undefined> {
    const line = `${this.told.length + 1}. ${what}: ${[...rules].join(', ') || 'accepted'}`
    this.told.push(line)
    const kind = /^\S+ (\w+)/.exec(what)![1]!
    const count = counts.get(kind) ?? { accepted: 0, refused: 0 }
    counts.set(kind, count)
    const answer = await call()
    const { refused = [], issues = [] } = (answer.data ?? {}) as {
      refused?: { error: string }[]
      issues?: { error: string }[]
    }
    const errors = [answer.error, ...refused.map(({ error }) => error), ...issues.map(({ error }) => error)].flatMap(
      error => error ?? [],
    )
    if (rules.size === 0) {
      expect({ code: answer.code, errors, msg: answer.msg }, line).toMatchObject({ code: 200, errors: [] })
      count.accepted++
      return answer
    }
    expect(
      errors.filter(error => rules.has(error)).length,
      `${line}\nanswered ${answer.code} ${errors.join(', ')} ${answer.msg}`,
    ).toBeGreaterThan(0)
    count.refused++
    return undefined
  }

  // What people name.

  /** Places of an enterprise, mostly such as it holds, near each other. */
  #pick(people: People, most: number): Named {
    const { chance, any, below } = this.#dice
    const model = this.#model
    if (chance(0.06)) {
      const codes = [any(model.codes)]
      return {
        body: { codes: codes.map(({ text }) => text) },
        places: codes.map(code => model.find(people.firm, code)),
      }
    }
    const requests = model.requestsOf(people.firm)
    const held = model.codes.map(code => model.holderOf(code)).filter(place => place.firm === people.firm)
    if (requests.length === 0) {
      const code = any(model.codes)
      return { body: { codes: [code.text] }, places: [model.find(people.firm, code)] }
    }
    const request = held.length > 0 && chance(0.8) ? any(held).request : any(requests)
    const all = model.ofRequest(request)
    const its = chance(0.8) && all.some(place => model.isHeld(place)) ? all.filter(place => model.isHeld(place)) : all
    const from = below(its.length)
    const some = its.slice(from, from + 1 + below(most))
    const [first, last] = [some[0]!, some.at(-1)!]
    if (chance(0.35)) {
      const places = all.slice(all.indexOf(first), all.indexOf(last) + 1)
      return { body: { numbers: [{ requestId: request, from: first.number, to: lastNumber(last) }] }, places }
    }
    return this.#byText(people, some, chance(0.3))
  }

  /** Names places by the labels on the goods: each, or the first and the last of a row. */
  #byText({ firm }: People, some: readonly Place[], asRange: boolean): Named {
    const model = this.#model
    const isRest = some.some(({ code }) => code.rest)
    const places = this.#rowOf(some.map(({ code }) => model.find(firm, code)))
    if (places && (asRange || isRest)) return { body: { ranges: [endsOf(places)] }, places }
    const single = some.filter(({ code }) => !code.rest)
    if (single.length === 0) return { body: { codes: ['NONSENSE'] }, places: [undefined] }
    return {
      body: { codes: single.map(({ code }) => code.text) },
      places: single.map(({ code }) => model.find(firm, code)),
    }
  }

  /** Everything from the first of these places to the last; undefined when they are no row. */
  #rowOf(found: readonly (Place | undefined)[]): Place[] | undefined {
    const [first, last] = [found[0], found.at(-1)]
    if (!first || !last || first.request !== last.request || first.number > last.number) return undefined
    const all = this.#model.ofRequest(first.request)
    return all.slice(all.indexOf(first), all.indexOf(last) + 1)
  }

  /** Whole batch: every code of its requests. */
  #wholeBatch(people: People): Named | undefined {
    const mine = this.#model.batches.filter(batch => batch.firm === people.firm)
    if (mine.length === 0) return undefined
    const batch = this.#dice.any(mine)
    const requests = this.#model
      .requestsOf(people.firm)
      .map(request => this.#model.ofRequest(request))
      .filter(places => places[0]!.batch === batch)
    if (requests.length === 0) return undefined
    return {
      body: {
        numbers: requests.map(places => ({ requestId: places[0]!.request, from: 1, to: lastNumber(places.at(-1)!) })),
      },
      places: requests.flat(),
    }
  }

  readonly #say = (places: readonly (Place | undefined)[]) =>
    places.map(place => (place ? `${place.request}/${place.number}` : '?')).join(' ')

  // Acts.

  async act(): Promise<void> {
    const weighted: [number, (people: People) => Promise<void>][] = [
      [14, people => this.#offers(people)],
      [18, () => this.#accepts()],
      [3, () => this.#settlesOffer()],
      [5, people => this.#returns(people)],
      [8, people => this.#invites(people)],
      [9, () => this.#joins()],
      [3, () => this.#settlesInvitation()],
      [24, people => this.#reports(people)],
      [10, () => this.#reportsAsPartner()],
      [5, () => this.#withdraws()],
      [8, people => this.#packs(people)],
      [5, people => this.#unpacks(people)],
      [6, people => this.#certifies(people)],
      [3, people => this.#recalls(people)],
      [3, () => this.#lifts()],
      [3, people => this.#movesLabels(people)],
      [10, () => this.#disputes()],
      [1, people => this.#voids(people)],
    ]
    const each = weighted.flatMap(([weight, act]) => Array.from({ length: weight }, () => act))
    const { any, chance } = this.#dice
    const holder = this.#people(this.#model.holderOf(any(this.#model.codes)).firm)
    await any(each)(chance(0.7) ? holder : any(this.#all))
  }

  async #offers(people: People): Promise<void> {
    const { chance, any } = this.#dice
    const named = (chance(0.12) && this.#wholeBatch(people)) || this.#pick(people, 6)
    await this.#makeOffer(people, any(this.#all), named)
  }

  async #makeOffer(from: People, to: People, { body, places }: Named): Promise<void> {
    const rules = this.#model.offerRules(from.firm, to.firm, places)
    const answer = await this.#expect(
      `${from.firm.name} offers ${this.#say(places)} to ${to.firm.name} ${JSON.stringify(body)}`.replace('Demo ', ''),
      rules,
      () => from.admin.post<{ id: number; codes: number }>('/custody/offer', { receiver: to.identification, ...body }),
    )
    if (!answer) return
    const offer = this.#model.offer(answer.data.id, from.firm, to.firm, places as Place[])
    expect(answer.data.codes).toBe(countOf(offer.places))
  }

  /** Offers goods back to whom they came from. */
  async #returns(people: People): Promise<void> {
    const received = this.#model.codes.filter(code => {
      const holder = this.#model.holderOf(code)
      return holder.firm === people.firm && code.chain.length > 1
    })
    if (received.length === 0) return
    const { request, code } = this.#model.holderOf(this.#dice.any(received))
    const to = this.#people(code.chain.at(-2)!.firm)
    const all = this.#model.ofRequest(request)
    const from = all.findIndex(place => place.code === code)
    await this.#makeOffer(people, to, this.#byText(people, all.slice(from, from + 2), false))
  }

  async #accepts(): Promise<void> {
    const { chance, any } = this.#dice
    const { offers } = this.#model
    if (offers.length === 0) return
    const open = offers.filter(({ state }) => state === 'open')
    const offer = open.length > 0 && chance(0.95) ? any(open) : any(offers)
    const by = chance(0.95) ? this.#people(offer.to) : any(this.#all)
    const some = () => offer.places.flatMap(({ code }) => (chance(0.5) && !code.rest ? code : []))
    const stray = () => (chance(0.05) ? [any(this.#single())] : [])
    const arrived = chance(0.25) ? [...new Set([...some(), ...stray()])] : undefined
    const without = chance(0.25) ? [...new Set([...some().slice(0, 2), ...stray()])] : []
    const reason = chance(0.9)
    const taken = this.#model.accepted(offer, arrived, without)
    const rules = this.#model.acceptRules(by.firm, offer, arrived, without, reason)
    const texts = (codes: readonly Code[]) => codes.map(({ text }) => text)
    const answer = await this.#expect(
      `${by.firm.name} accepts offer ${offer.id}, ${this.#say(taken)} of ${this.#say(offer.places)}`.replace(
        'Demo ',
        '',
      ),
      rules,
      () =>
        by.admin.put<{ batchId: number; codes: number }>(`/custody/offer/${offer.id}/accept`, {
          ...(arrived && { arrived: { codes: texts(arrived) } }),
          ...(without.length > 0 && { without: { codes: texts(without) } }),
          ...(reason && { difference: 'Not all of it came' }),
        }),
    )
    if (!answer) return
    expect(answer.data.codes).toBe(countOf(taken))
    const ordered = inOrder(taken)
    const { rows } = await world.admin.query<{ at: Date }>(
      'select distinct handed_at as at from custody_handover where offer_id = $1',
      [offer.id],
    )
    expect(rows).toHaveLength(1)
    const requests = await this.#madeRequests(by, answer.data.batchId)
    this.#model.accept(offer, ordered, rows[0]!.at.getTime(), { batch: answer.data.batchId, requests })
    await this.#expectPrinted(by, Object.values(requests))
  }

  /** The requests of a batch that an acceptance made, by the type of their codes. */
  async #madeRequests({ admin }: People, batchId: number): Promise<Record<string, number>> {
    const { rows } = await admin.get(`/code/request/list?batchId=${batchId}&limit=10`)
    return Object.fromEntries(rows.map(row => [row.codeType as CodeType, row.id as number]))
  }

  /** The codes of received requests are those of the model, in its order, by what is printed on the goods. */
  async #expectPrinted({ admin }: People, requests: readonly number[]): Promise<void> {
    for (const request of requests) {
      const { rows } = await admin.get(`/code/qr/list?requestId=${request}&limit=100`)
      const printed = rows.map(row => row.printed ?? row.code)
      const expected = this.#model.ofRequest(request).map(place => [place.number, place.code.text])
      expect(expected.map(([number]) => [number, printed[Number(number) - 1] ?? 'further on'])).toEqual(
        expected.map(([number, text]) => [number, Number(number) > 100 ? 'further on' : text]),
      )
    }
  }

  async #settlesOffer(): Promise<void> {
    const { chance, any } = this.#dice
    if (this.#model.offers.length === 0) return
    const open = this.#model.offers.filter(({ state }) => state === 'open')
    const offer = open.length > 0 && chance(0.8) ? any(open) : any(this.#model.offers)
    const verb = chance(0.5) ? 'decline' : 'withdraw'
    const by = this.#people(chance(0.85) ? (verb === 'decline' ? offer.to : offer.from) : any(this.#all).firm)
    const answer = await this.#expect(
      `${by.firm.name} ${verb}s offer ${offer.id}`.replace('Demo ', ''),
      this.#model.settleOfferRules(by.firm, offer, verb),
      () => by.admin.put(`/custody/offer/${offer.id}/${verb}`, verb === 'decline' ? { reason: 'Wet' } : {}),
    )
    if (answer) offer.state = verb === 'decline' ? 'declined' : 'withdrawn'
  }

  async #invites(people: People): Promise<void> {
    const { chance, any, below } = this.#dice
    const { body, places } = this.#pick(people, 5)
    const to = any(this.#all)
    const from = below(stagesHere.length)
    const stages = chance(0.6) ? [stagesHere[from]!] : stagesHere.slice(from, from + 2)
    const answer = await this.#expect(
      `${people.firm.name} invites ${to.firm.name} to ${stages.join('+')} of ${this.#say(places)} ${JSON.stringify(body)}`.replace(
        'Demo ',
        '',
      ),
      this.#model.inviteRules(people.firm, to.firm, places, stages),
      () =>
        people.admin.post<{ id: number; codes: number }>('/custody/invitation', {
          partner: to.identification,
          stages,
          untilOn: '2099-01-01',
          ...body,
        }),
    )
    if (answer) this.#model.invite(answer.data.id, people.firm, to.firm, places as Place[], stages)
  }

  async #joins(): Promise<void> {
    const { chance, any } = this.#dice
    const { invitations } = this.#model
    if (invitations.length === 0) return
    const open = invitations.filter(({ state }) => state === 'open')
    const invitation = open.length > 0 && chance(0.95) ? any(open) : any(invitations)
    const by = chance(0.95) ? this.#people(invitation.to) : any(this.#all)
    const answer = await this.#expect(
      `${by.firm.name} joins ${invitation.id}, ${invitation.stages.join('+')} of ${this.#say(invitation.places)}`.replace(
        'Demo ',
        '',
      ),
      this.#model.joinRules(by.firm, invitation),
      () => by.admin.put<{ batchId: number; codes: number }>(`/custody/invitation/${invitation.id}/accept`, {}),
    )
    if (!answer) return
    const requests = await this.#madeRequests(by, answer.data.batchId)
    const ordered = { ...invitation, places: inOrder(invitation.places) }
    this.#model.joinStages(Object.assign(invitation, { places: ordered.places }), {
      batch: answer.data.batchId,
      requests,
    })
    await this.#expectPrinted(by, Object.values(requests))
  }

  async #settlesInvitation(): Promise<void> {
    const { chance, any } = this.#dice
    if (this.#model.invitations.length === 0) return
    const invitation = any(this.#model.invitations)
    const verb = chance(0.2) ? 'decline' : chance(0.3) ? 'withdraw' : 'revoke'
    const by = this.#people(chance(0.85) ? (verb === 'decline' ? invitation.to : invitation.from) : any(this.#all).firm)
    const answer = await this.#expect(
      `${by.firm.name} ${verb}s invitation ${invitation.id}`.replace('Demo ', ''),
      this.#model.settleInvitationRules(by.firm, invitation, verb),
      () =>
        by.admin.put(
          `/custody/invitation/${invitation.id}/${verb}`,
          verb === 'withdraw' ? {} : { reason: 'Another agent' },
        ),
    )
    if (answer) invitation.state = verb === 'decline' ? 'declined' : verb === 'withdraw' ? 'withdrawn' : 'revoked'
  }

  async #reports(people: People): Promise<void> {
    const { chance, any, below } = this.#dice
    const { places } = this.#pick(people, 4)
    const picked = places.flatMap(place => (place && !place.code.rest ? place.code : []))
    const codes = picked.length > 0 ? picked : [any(this.#single())]
    // Mostly what may come next.
    const possible = stagesHere.filter(
      stage => this.#model.reportRules(people.firm, codes, stage, Number.NEGATIVE_INFINITY).size === 0,
    )
    const stage = possible.length > 0 && chance(0.7) ? any(possible) : stagesHere[below(stagesHere.length)]!
    await this.#report(people, codes, stage)
  }

  async #reportsAsPartner(): Promise<void> {
    const { any, chance } = this.#dice
    const accepted = this.#model.invitations.filter(
      ({ state }) => state === 'accepted' || (state === 'revoked' && chance(0.2)),
    )
    if (accepted.length === 0) return
    const invitation = any(accepted)
    const stage = chance(0.9) ? any(invitation.stages) : any(stagesHere)
    const from = this.#dice.below(invitation.places.length)
    const codes = invitation.places
      .slice(from, from + 1 + this.#dice.below(3))
      .flatMap(({ code }) => (code.rest ? [] : code))
    if (codes.length === 0) return
    await this.#report(this.#people(invitation.to), codes, stage)
  }

  async #report(people: People, codes: readonly Code[], stage: StageKey): Promise<void> {
    const { chance } = this.#dice
    const model = this.#model
    const everyPlace = codes.map(code => model.find(people.firm, code, stage))
    // An offline phone reports late what happened before the goods went on.
    const { until } = everyPlace[0] ? (everyPlace[0].of?.holder ?? everyPlace[0]) : {}
    const at = until !== undefined && chance(0.4) ? until - 1 : Date.now()
    const row = chance(0.25) ? this.#rowOf(everyPlace) : undefined
    const places = row ?? everyPlace
    const rules = row ? model.reportRulesAt(row, stage, at) : model.reportRules(people.firm, codes, stage, at)
    const answer = await this.#expect(
      `${people.firm.name} reports ${stage} of ${this.#say(places)}${row ? ' as a row' : ''}${at === until ? '' : until ? ' late' : ''}`.replace(
        'Demo ',
        '',
      ),
      rules,
      () =>
        (chance(0.5) ? people.field : people.admin).post<{ recordId: number }>('/stage/report', {
          reportId: randomUUID(),
          stage,
          templateId: templates.get(stage),
          circulationId: ownCirculation,
          documentCode: 'PAPER',
          operator: 'Reporter',
          time: new Date(at).toISOString(),
          codes: row ? [] : codes.map(({ text }) => text),
          ...(row && { ranges: [endsOf(row)] }),
          values: sampleValues(valueFields(stageByKey(stage)).filter(field => field.required)),
          confirmed: softRules.map(rule => ({ rule, reason: 'So it is' })),
        }),
    )
    if (answer) model.report(answer.data.recordId, places as Place[], stage)
  }

  async #withdraws(): Promise<void> {
    const { chance, any } = this.#dice
    if (this.#model.records.length === 0) return
    const current = this.#model.records.filter(record => record.current)
    const record = current.length > 0 && chance(0.9) ? any(current) : any(this.#model.records)
    const by = chance(0.95) ? this.#people(record.firm) : any(this.#all)
    const meant = chance(0.3)
    const answer = await this.#expect(
      `${by.firm.name} withdraws ${record.stage} ${record.id} of ${this.#say(record.places)}${meant ? ' knowingly' : ''}`.replace(
        'Demo ',
        '',
      ),
      this.#model.withdrawRules(by.firm, record, meant),
      () =>
        by.admin.put<{ recordId: number }>(`/stage/record/${record.id}/void`, {
          reason: 'Mistake',
          ...(meant && { laterStages: true }),
        }),
    )
    if (answer) this.#model.withdraw(record, answer.data.recordId)
  }

  async #packs(people: People): Promise<void> {
    const { chance, any } = this.#dice
    const places = this.#model.codes.flatMap(code => this.#model.find(people.firm, code) ?? [])
    const packages = places.filter(({ code }) => code.type === 'package' && !code.rest)
    const parent = packages.length > 0 && chance(0.95) ? any(packages) : this.#model.holderOf(any(this.#single()))
    const same = places.filter(place => place.batch === parent.batch && place.code.type === 'item' && !place.code.rest)
    const some =
      same.length > 0 && chance(0.9)
        ? same.filter(() => chance(0.4)).slice(0, 3)
        : [this.#model.holderOf(any(this.#single()))]
    if (some.length === 0 || some.includes(parent)) return
    const find = ({ code }: Place) => this.#model.find(people.firm, code)
    const [within, inside] = [find(parent), some.map(find)]
    const answer = await this.#expect(
      `${people.firm.name} packs ${this.#say(inside)} into ${this.#say([within])}`.replace('Demo ', ''),
      this.#model.packRules(within, inside),
      () =>
        people.admin.post('/code/packing/pack', {
          parentCode: parent.code.text,
          codes: some.map(({ code }) => code.text),
          operator: 'Packer',
          time: new Date().toISOString(),
        }),
    )
    if (answer) this.#model.pack(within!, inside as Place[])
  }

  async #unpacks(people: People): Promise<void> {
    const { chance, any } = this.#dice
    const packed = this.#model.codes.filter(code => this.#model.find(people.firm, code)?.parent)
    const code = packed.length > 0 && chance(0.9) ? any(packed) : any(this.#single())
    const place = this.#model.find(people.firm, code)
    const answer = await this.#expect(
      `${people.firm.name} unpacks ${this.#say([place])}`.replace('Demo ', ''),
      this.#model.unpackRules([place]),
      () =>
        people.admin.post('/code/packing/unpack', {
          codes: [code.text],
          operator: 'Packer',
          time: new Date().toISOString(),
          reason: 'Sold singly',
        }),
    )
    if (answer) place!.parent = undefined
  }

  async #certifies(people: People): Promise<void> {
    const { chance, any } = this.#dice
    const named = this.#pick(people, 5)
    const waiting = this.#model.codes.filter(
      code => this.#model.find(people.firm, code)?.certification === 'notYetCertified',
    )
    const isJudged = waiting.length > 0 && chance(0.6)
    const { body, places } = isJudged
      ? this.#byText(people, [this.#model.find(people.firm, any(waiting))!], false)
      : named
    const verb = isJudged ? (chance(0.8) ? 'pass' : 'fail') : chance(0.75) ? 'submit' : 'withdraw'
    const call = verb === 'pass' || verb === 'fail' ? 'judge' : verb
    const answer = await this.#expect(
      `${people.firm.name} certifies ${this.#say(places)}: ${verb}`.replace('Demo ', ''),
      this.#model.certifyRules(places, verb),
      () =>
        (call === 'judge' ? people.second : people.admin).post(`/certification/authorization/${call}`, {
          ...body,
          ...(call === 'judge' && { result: verb, judgedOn: '2026-11-01', reason: 'As measured' }),
          ...(call === 'withdraw' && { reason: 'Mistake' }),
        }),
    )
    if (answer) this.#model.certify(places as Place[], verb)
  }

  async #recalls(people: People): Promise<void> {
    const { chance, any } = this.#dice
    const model = this.#model
    const mine = model.batches.filter(batch => batch.firm === people.firm)
    const reports = chance(0.5) ? 'refuse' : 'ask'
    const words = { reason: 'Beetles', advice: 'Bring it back', contact: '+33 1 23 45 67 89', reports }
    if (mine.length > 0 && chance(0.25)) {
      const batch = chance(0.95) ? any(mine) : any(model.batches)
      const answer = await this.#expect(
        `${people.firm.name} recalls batch ${batch.id}`.replace('Demo ', ''),
        model.recallBatchRules(people.firm, batch),
        () => people.admin.post<{ id: number }>('/catalog/recall/declare', { ...words, batchId: batch.id }),
      )
      if (answer) this.#addRecall(people.firm, answer.data.id, reports, [batch])
      return
    }
    const code = any(model.codes)
    const place = model.find(people.firm, code)
    const answer = await this.#expect(
      `${people.firm.name} recalls ${this.#say([place])}`.replace('Demo ', ''),
      model.recallCodesRules([place]),
      () => people.admin.post<{ id: number }>('/catalog/recall/declare', { ...words, codes: [code.text] }),
    )
    if (answer) this.#addRecall(people.firm, answer.data.id, reports, model.withContents([place!]))
  }

  #addRecall(firm: Firm, id: number, reports: 'ask' | 'refuse', of: readonly { recalls: unknown[] }[]): void {
    const recall = { id, firm, reports, standing: true }
    this.#model.recalls.push(recall)
    for (const one of of) one.recalls.push(recall)
  }

  async #lifts(): Promise<void> {
    const { chance, any } = this.#dice
    if (this.#model.recalls.length === 0) return
    const active = this.#model.recalls.filter(recall => recall.standing)
    const recall = active.length > 0 && chance(0.9) ? any(active) : any(this.#model.recalls)
    const by = chance(0.9) ? this.#people(recall.firm) : any(this.#all)
    const rules: Broken = new Set(by.firm !== recall.firm ? ['notFound'] : recall.standing ? [] : ['stateRefused'])
    const answer = await this.#expect(`${by.firm.name} lifts recall ${recall.id}`.replace('Demo ', ''), rules, () =>
      by.admin.put(`/catalog/recall/${recall.id}/lift`, { reason: 'Treated' }),
    )
    if (answer) recall.standing = false
  }

  async #movesLabels(people: People): Promise<void> {
    const { chance } = this.#dice
    const verb = chance(0.4) ? 'reinstate' : chance(0.5) ? 'spoil' : 'lose'
    const gone = this.#model.codes.filter(code => {
      const label = this.#model.find(people.firm, code)?.label
      return label === 'spoiled' || label === 'lost'
    })
    const { body, places } =
      verb === 'reinstate' && gone.length > 0
        ? this.#byText(people, [this.#model.find(people.firm, this.#dice.any(gone))!], false)
        : this.#pick(people, 1)
    const words = { spoil: { reason: 'damaged' }, lose: { reason: 'lost' }, reinstate: { note: 'Found again' } }
    const answer = await this.#expect(
      `${people.firm.name} ${verb}s ${this.#say(places)}`.replace('Demo ', ''),
      this.#model.labelRules(places, verb),
      () => people.admin.post(`/code/label/${verb}`, { ...body, ...words[verb] }),
    )
    if (answer) this.#model.moveLabels(places as Place[], verb)
  }

  async #disputes(): Promise<void> {
    const { chance, any } = this.#dice
    const accepted = this.#model.offers.filter(({ state }) => state === 'accepted')
    if (accepted.length === 0) return
    const lastOf = (one: Offer) => one.dispute.at(-1)?.kind ?? 'agreed'
    const ongoing = accepted.filter(one => !['agreed', 'takenBack'].includes(lastOf(one)))
    const some = chance(0.9) ? any(accepted.slice(-4)) : any(this.#model.offers)
    const offer = ongoing.length > 0 && chance(0.5) ? any(ongoing) : some
    const by = this.#people(chance(0.95) ? any([offer.from, offer.to]) : any(this.#all).firm)
    // A dispute that each act might break would hardly come to an end.
    const next = {
      opened: 'proposed',
      answered: 'proposed',
      proposed: 'agreed',
      agreed: 'opened',
      takenBack: 'opened',
    } as const
    const kind = chance(0.6)
      ? next[lastOf(offer)]
      : any(['opened', 'answered', 'proposed', 'agreed', 'takenBack'] as const)
    const isWordless = kind === 'agreed' || kind === 'takenBack'
    const answer = await this.#expect(
      `${by.firm.name} ${kind} a dispute about offer ${offer.id}`.replace('Demo ', ''),
      this.#model.disputeRules(by.firm, offer, kind),
      () =>
        by.admin.post(`/custody/offer/${offer.id}/dispute`, {
          kind,
          seen: offer.dispute.length,
          text: isWordless ? '' : `Two boards were split (${offer.dispute.length})`,
        }),
    )
    if (answer) offer.dispute.push({ by: by.firm, kind })
  }

  async #voids(people: People): Promise<void> {
    const mine = this.#model.batches.filter(batch => batch.firm === people.firm)
    if (mine.length < 4) return
    const batch = this.#dice.any(mine)
    const rules: Broken = new Set(batch.state === 'voided' ? ['stateRefused'] : [])
    const answer = await this.#expect(`${people.firm.name} voids batch ${batch.id}`.replace('Demo ', ''), rules, () =>
      people.admin.put(`/catalog/batch/${batch.id}/void`, { reason: 'Wrong batch' }),
    )
    if (answer) batch.state = 'voided'
  }

  // What everybody sees.

  async compareAll(): Promise<void> {
    for (const people of this.#all) {
      await this.#compareLists(people)
      await this.#compareCodes(people)
    }
    await this.#comparePages()
  }

  async #compareLists({ admin, firm }: People): Promise<void> {
    const model = this.#model
    const total = async (path: string) => (await admin.get(path)).total
    const seen = {
      offers: await total('/custody/offer/list?limit=1'),
      openReceived: await total('/custody/offer/list?limit=1&side=received&status=open'),
      invitations: await total('/custody/invitation/list?limit=1'),
      current: await total('/custody/invitation/list?limit=1&side=received&standing=current'),
      batches: await total('/catalog/batch/list?limit=1'),
      requests: await total('/code/request/list?limit=1'),
      records: await total('/stage/record/list?limit=1&status=current'),
      recalls: await total('/catalog/recall/list?limit=1&status=standing'),
    }
    const between = <One extends { from: Firm; to: Firm }>(all: readonly One[]) =>
      all.filter(({ from, to }) => from === firm || to === firm)
    expect(seen, `lists of ${firm.name}`).toEqual({
      offers: between(model.offers).length,
      openReceived: model.offers.filter(({ to, state }) => to === firm && state === 'open').length,
      invitations: between(model.invitations).length,
      current: model.invitations.filter(({ to, state }) => to === firm && state === 'accepted').length,
      batches: model.batches.filter(batch => batch.firm === firm).length,
      requests: model.requestsOf(firm).length,
      records: model.records.filter(record => record.firm === firm && record.current).length,
      recalls: model.recalls.filter(recall => recall.firm === firm && recall.standing).length,
    })
    const disputes = between(model.offers).filter(({ dispute }) => dispute.length > 0)
    const { rows } = await admin.get('/custody/offer/list?limit=100')
    for (const offer of disputes)
      expect(rows.find(row => row.id === offer.id)?.dispute ?? stateOf(offer), `dispute of ${offer.id}`).toBe(
        stateOf(offer),
      )
  }

  /** Which codes open, and as what, at a desk and on a phone. */
  async #compareCodes({ admin, field, firm }: People): Promise<void> {
    const model = this.#model
    for (const code of model.codes.filter(() => this.#dice.chance(0.25))) {
      const place = model.find(firm, code)
      const what = `${code.text} at ${firm.name} as ${this.#say([place])}`
      const row = await admin.get<{ requestId: number }>(`/code/qr/${code.text}`)
      expect(row.code === 200 ? row.data.requestId : null, what).toBe(place?.request ?? null)
      const stage = this.#dice.any(stagesHere)
      const { data } = await field.get<CodeAnswer>(`/stage/code/${code.text}?stage=${stage}`)
      expect(data.known, what).toBe(place !== undefined)
      const rules = model.reportRules(firm, [code], stage, Number.NEGATIVE_INFINITY)
      // Only the report knows when it happened, and a phone may be offline for long.
      rules.delete('custody.invitationEnded')
      // It names the stage to report first, whether of the batch or of this code.
      if (rules.delete('stage.codeTooEarly')) rules.add('stage.tooEarly')
      if (rules.size === 0) expect({ stage, refusal: data.refusal }, what).toEqual({ stage, refusal: null })
      else expect([...rules], `${what}, ${stage}`).toContain(data.refusal)
      if (place && code.type === 'package') {
        const { data: contents } = await admin.get<{ counts: { count: number }[] }>(
          `/code/packing/contents/${code.text}`,
        )
        const count = contents.counts.reduce((sum, one) => sum + one.count, 0)
        expect(count, `${what}, contents`).toBe(model.inside(place).length)
      }
    }
  }

  /** What buyers read: who had the goods, and whether they are called back. */
  async #comparePages(): Promise<void> {
    const model = this.#model
    for (const code of model.codes.filter(({ chain }) => this.#dice.chance(chain.length > 1 ? 0.4 : 0.1))) {
      const { data } = await world.anonymous.get<TraceAnswer>(`/trace/${code.text}`)
      const what = `page of ${code.text}`
      expect(
        (data.later ?? []).map(({ name, role }) => ({ name, role })),
        what,
      ).toEqual(model.laterOf(code))
      const recalled = code.chain.some(place => model.recallsOf(place).length > 0)
      const voided = code.chain.some(({ batch }) => batch.state === 'voided')
      if (!voided) expect(data.status === 'recalled', `${what}: ${data.status}`).toBe(recalled)
    }
  }
}

/** The labels at the ends of a row. */
const endsOf = (places: readonly Place[]) => ({
  first: places[0]!.code.text,
  last: places.at(-1)!.code.rest?.last ?? places.at(-1)!.code.text,
})

/** Codes as acceptance numbers them: request by request, in the order of their numbers. */
const inOrder = (places: readonly Place[]): Place[] =>
  places.toSorted((a, b) => a.request - b.request || a.number - b.number)

function stateOf({ dispute }: Offer): string {
  const last = dispute.at(-1)
  if (!last) return 'none'
  if (last.kind === 'agreed' || last.kind === 'takenBack') return 'settled'
  const current = dispute.slice(dispute.findLastIndex(({ kind }) => kind === 'opened'))
  return current.some(({ kind }) => kind === 'proposed') ? 'proposed' : 'open'
}
