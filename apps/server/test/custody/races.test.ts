import { beforeAll, expect, test } from 'vitest'
import { type Dice, makeDice } from '../dice.ts'
import { type Goods, makeGoods } from '../goods.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { type Company, makeCompany } from './companies.ts'

/**
 * Two people decide about the same goods at the same moment, again and again: exactly one of them gets them. `CUSTODY_RACES` sets how
 * often, `WALK_SEED` the order of the kinds.
 */
const races = Number(process.env.CUSTODY_RACES ?? 200)
const seed = Number(process.env.WALK_SEED ?? 20_261_128)
/** So many races at once, each in goods of its own batch: those of one request wait for each other. */
const lanes = 4
/** Codes of one race; two offers of them overlap. */
const codesOfRace = 4

let world: World
let exporter: Company
let importer: Company
let factory: Company
let colleague: Caller
const goods: Goods[] = []

beforeAll(async () => {
  world = await makeWorld()
  exporter = await makeCompany(world, 'EXPORTER', ['felling'])
  importer = await makeCompany(world, 'IMPORTER', ['felling'])
  factory = await makeCompany(world, 'FACTORY', ['felling'])
  colleague = await world.signIn({ id: importer.admin.tenantId, deptId: null }, ['enterpriseAdmin'])
  for (let lane = 0; lane < lanes; lane++) goods.push(await makeGoods(world, exporter.admin))
})

interface Race {
  requestId: number
  /** First number of its codes. */
  from: number
  texts: string[]
}

const offerTo = async (to: Company, { requestId, from }: Race): Promise<number> => {
  const answer = await exporter.admin.post<{ id: number }>('/custody/offer', {
    receiver: to.identification,
    numbers: [{ requestId, from, to: from + codesOfRace - 1 }],
  })
  expect(answer.code, answer.msg).toBe(200)
  return answer.data.id
}

const accept = (by: Caller, id: number, without: readonly string[] = []) =>
  by.put<{ codes: number }>(`/custody/offer/${id}/accept`, {
    ...(without.length > 0 && { without: { codes: without }, difference: 'Not all of it came' }),
  })

/** Two calls at once, with how many of them must succeed. */
type Run = (race: Race, dice: Dice) => Promise<{ answers: Answered[]; winners: number }>

const kinds: Record<string, Run> = {
  async 'two enterprises take over the same goods'(race) {
    const ids = [await offerTo(importer, race), await offerTo(factory, race)] as const
    return { winners: 1, answers: await Promise.all([accept(importer.admin, ids[0]), accept(factory.admin, ids[1])]) }
  },
  async 'the giver withdraws what is taken over'(race) {
    const id = await offerTo(importer, race)
    const answers = [accept(importer.admin, id), exporter.admin.put(`/custody/offer/${id}/withdraw`, {})]
    return { winners: 1, answers: await Promise.all(answers as Promise<Answered>[]) }
  },
  async 'two people of one enterprise take over the same offer'(race) {
    const id = await offerTo(importer, race)
    return { winners: 1, answers: await Promise.all([accept(importer.admin, id), accept(colleague, id)]) }
  },
  async 'one takes over while a colleague declines'(race) {
    const id = await offerTo(importer, race)
    const answers = [accept(importer.admin, id), colleague.put(`/custody/offer/${id}/decline`, { reason: 'Wet' })]
    return { winners: 1, answers: await Promise.all(answers as Promise<Answered>[]) }
  },
  async 'two take over parts that overlap'(race, dice) {
    const ids = [await offerTo(importer, race), await offerTo(factory, race)] as const
    const left = [dice.any(race.texts.slice(0, 1)), dice.any(race.texts.slice(2))] as const
    const answers = [accept(importer.admin, ids[0], [left[0]]), accept(factory.admin, ids[1], [left[1]])]
    return { winners: 1, answers: await Promise.all(answers) }
  },
  async 'two take over parts that do not overlap'(race) {
    const ids = [await offerTo(importer, race), await offerTo(factory, race)] as const
    const [first, second] = [race.texts.slice(0, 2), race.texts.slice(2)]
    const answers = [accept(importer.admin, ids[0], first), accept(factory.admin, ids[1], second)]
    return { winners: 2, answers: await Promise.all(answers) }
  },
}
const refusals = ['stateRefused', 'custody.handedOver']

test(`of two who decide about the same goods at once one counts, ${races} times`, async () => {
  const dice = makeDice(seed)
  const names = Array.from({ length: races }, () => dice.any(Object.keys(kinds)))
  const won = new Map<string, Set<number>>()
  const run = async (lane: number) => {
    const { requestId } = goods[lane]!
    const spans = [{ from: 1, to: Math.ceil(races / lanes) * codesOfRace }]
    const { data: texts } = await exporter.admin.post<string[]>('/code/qr/values', { requestId, spans })
    for (const [n, name] of names.entries()) {
      if (n % lanes !== lane) continue
      const at = Math.floor(n / lanes) * codesOfRace
      const race = { requestId, from: at + 1, texts: texts.slice(at, at + codesOfRace) }
      const { answers, winners } = await kinds[name]!(race, makeDice(seed + n))
      const answered = answers.map(({ code, error, msg }) => ({ code, error, msg }))
      expect(answered.filter(({ code }) => code === 200).length, `${n}. ${name}: ${JSON.stringify(answered)}`).toBe(
        winners,
      )
      for (const { code, error } of answered) if (code !== 200) expect(refusals, `${n}. ${name}`).toContain(error)
      won.set(name, (won.get(name) ?? new Set()).add(answers.findIndex(({ code }) => code === 200)))
    }
  }
  await Promise.all(goods.map((_, lane) => run(lane)))
  await expectOneHolderEach()
  // Where the same side always wins, the calls do not meet.
  if (races >= 100) expect([...won.values()].some(sides => sides.size > 1)).toBe(true)
})

test('goods of one product that are taken over at once become one product of the receiver', async () => {
  const dealer = await makeCompany(world, 'DEALER', ['felling'])
  const batches = (await exporter.admin.get('/catalog/batch/list?limit=10')).rows
  const { productId } = batches[0]!
  const ids: number[] = []
  for (let n = 0; n < lanes; n++) {
    const added = await exporter.admin.post<{ id: number }>('/catalog/batch', { batchNumber: `SAME-${n}`, productId })
    const { requestId } = await makeGoods(world, exporter.admin, { batchId: added.data.id })
    ids.push(await offerTo(dealer, { requestId, from: 1, texts: [] }))
  }
  const answers = await Promise.all(ids.map(id => accept(dealer.admin, id)))
  expect(answers.map(({ code, msg }) => ({ code, msg }))).toEqual(ids.map(() => ({ code: 200, msg: 'ok' })))
  const total = async (list: string) => (await dealer.admin.get(`/catalog/${list}/list`)).total
  expect({ product: await total('product'), category: await total('category') }).toEqual({ product: 1, category: 1 })
})

/** In the tables every code has one holder at most, and each acceptance what it says. */
async function expectOneHolderEach() {
  const { rows } = await world.admin.query<{ twice: number; handed: number; accepted: number; received: number }>(`
    select
      (select count(*)::int from custody_handover a join custody_handover b
       on a.tenant_id = b.tenant_id and a.request_number = b.request_number and a.serials && b.serials and a.id < b.id) as twice,
      (select sum(upper(serials) - lower(serials))::int from custody_handover) as handed,
      (select sum(accepted_codes)::int from custody_offer where status = 'accepted') as accepted,
      (select sum(count)::int from code_request where origin = 'received') as received`)
  const { twice, handed, accepted, received } = rows[0]!
  expect(twice).toBe(0)
  expect(handed).toBeGreaterThan(0)
  expect({ accepted, received }).toEqual({ accepted: handed, received: handed })
}
