import { availableParallelism } from 'node:os'
import type { StageKey } from '@timbermark/contract'
import { beforeAll, expect, test } from 'vitest'
import { type Company, makeCompany } from '../custody/companies.ts'
import { type Dice, makeDice } from '../dice.ts'
import { authorize, type Goods, makeGoods } from '../goods.ts'
import { type Answered, type Caller, makeWorld, type World } from '../harness.ts'
import { reportWood } from './report-wood.ts'

/**
 * Two want the last cubic metre of a batch at the same moment, again and again: exactly one gets it. `WOOD_RACES` sets how often,
 * `WALK_SEED` the order of the kinds.
 */
const races = Number(process.env.WOOD_RACES ?? 100)
const seed = Number(process.env.WALK_SEED ?? 20_261_130)
/** So many races at once, each about a batch of its own. */
const lanes = Math.min(4, Math.max(2, availableParallelism()))
const stages: StageKey[] = ['felling', 'processing']
const codesOfRace = 4
/** What is felled for a race, and that with the tenth which a later measure may add: nothing is left for the other one. */
const [lastMetre, allOfIt] = ['1', '1.1']

let world: World
let giver: Company
let colleague: Company
let receiver: Company
let otherReceiver: Company
const goods: Goods[] = []

beforeAll(async () => {
  world = await makeWorld()
  giver = await makeCompany(world, 'FORESTER', stages)
  receiver = await makeCompany(world, 'SAWMILL', stages)
  otherReceiver = await makeCompany(world, 'FLOORMAKER', stages)
  const field = await world.signIn({ id: giver.admin.tenantId, deptId: null }, ['fieldReporter'])
  await authorize(giver.admin, field.accountId, stages)
  colleague = { ...giver, field }
  for (let lane = 0; lane < lanes; lane++) goods.push(await makeGoods(world, giver.admin))
})

interface Race {
  codes: string[]
  /** The record of the felling of the last cubic metre. */
  recordId: number
}

const saw = (by: Company, code: string) =>
  reportWood(world, by, code, 'processing', { inputSpecies: 'OKO', inputVolume: allOfIt, outputVolume: '0.5' })

async function offerTo(to: Company, codes: readonly string[]): Promise<number> {
  const answer = await giver.admin.post<{ id: number }>('/custody/offer', {
    receiver: to.identification,
    codes,
    volume: allOfIt,
  })
  expect(answer.code, answer.msg).toBe(200)
  return answer.data.id
}
const accept = (by: Caller, id: number) => by.put(`/custody/offer/${id}/accept`, {})

const withdraw = (recordId: number) =>
  giver.admin.put(`/stage/record/${recordId}/void`, { reason: 'Never felled', laterStages: true })

type Run = (race: Race) => Promise<readonly Answered<unknown>[]>

/** Goods are handed over in the last form that was made of them: of a batch either logs are sawn, or logs change hands. */
const kinds: readonly Readonly<Record<string, Run>>[] = [
  {
    'two field users saw it': ({ codes }) => Promise.all([saw(giver, codes[0]!), saw(colleague, codes[1]!)]),
    'its felling is withdrawn while it is sawn': ({ codes, recordId }) =>
      Promise.all([withdraw(recordId), saw(giver, codes[0]!)]),
  },
  {
    async 'two receivers take it over'({ codes }) {
      const ids = [await offerTo(receiver, codes.slice(0, 2)), await offerTo(otherReceiver, codes.slice(2))] as const
      return Promise.all([accept(receiver.admin, ids[0]), accept(otherReceiver.admin, ids[1])])
    },
    async 'its felling is withdrawn while it is taken over'({ codes, recordId }) {
      const id = await offerTo(receiver, codes.slice(2))
      return Promise.all([withdraw(recordId), accept(receiver.admin, id)])
    },
  },
]
const refusals = ['material.overdrawn', 'material.giverLacks', 'material.reliedUpon']

test(`of two who want the last cubic metre one gets it, ${races} times`, async () => {
  const dice: Dice = makeDice(seed)
  const kindsOf = (n: number) => kinds[(n % lanes) % kinds.length]!
  const names = Array.from({ length: races }, (_, n) => dice.any(Object.keys(kindsOf(n))))
  const won = new Map<string, Set<number>>()
  const run = async (lane: number) => {
    const { requestId } = goods[lane]!
    const spans = [{ from: 1, to: Math.ceil(races / lanes) * codesOfRace }]
    const { data: texts } = await giver.admin.post<string[]>('/code/qr/values', { requestId, spans })
    for (const [n, name] of names.entries()) {
      if (n % lanes !== lane) continue
      const at = Math.floor(n / lanes) * codesOfRace
      const codes = texts.slice(at, at + codesOfRace)
      const felled = await reportWood(world, giver, codes[0], 'felling', { treeSpecies: 'OKO', volume: lastMetre })
      expect(felled.code, felled.msg).toBe(200)
      const answers = await kindsOf(n)[name]!({ codes, recordId: felled.data.recordId })
      const answered = answers.map(({ code, error, msg }) => ({ code, error, msg }))
      expect(answered.filter(({ code }) => code === 200).length, `${n}. ${name}: ${JSON.stringify(answered)}`).toBe(1)
      for (const { code, error } of answered) if (code !== 200) expect(refusals, `${n}. ${name}`).toContain(error)
      won.set(name, (won.get(name) ?? new Set()).add(answers.findIndex(({ code }) => code === 200)))
    }
  }
  const deadlocksBefore = await countDeadlocks()
  await Promise.all(goods.map((_, lane) => run(lane)))
  expect(await countDeadlocks()).toBe(deadlocksBefore)
  await expectSumsOfEntries()
  await expectNothingLeft()
  // Where the same side always wins, the calls do not meet.
  if (races >= 100) expect([...won.values()].some(sides => sides.size > 1)).toBe(true)
})

async function countDeadlocks(): Promise<number> {
  const { rows } = await world.admin.query<{ n: number }>(
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  )
  return rows[0]!.n
}

async function expectSumsOfEntries() {
  const { rows } = await world.admin.query(`
    select b.batch_id, b.form, b.volume, sum(e.volume) as entered from material_balance b
    left join material_entry e on e.tenant_id = b.tenant_id and e.batch_id = b.batch_id and e.species = b.species and e.form = b.form
    where b.species <> '' group by b.tenant_id, b.id having b.volume <> coalesce(sum(e.volume), 0)`)
  expect(rows).toEqual([])
}

/** Each metre that was felled and not withdrawn went out once, with the tenth of a later measure. */
async function expectNothingLeft() {
  const { rows } = await world.admin.query<{ there: number; out: number; taken: number; undeclared: number }>(
    `select b.volume::float8 as there, b.volume_out::float8 as out, (b.volume_in * ${allOfIt})::float8 as taken, b.undeclared::float8 as undeclared
     from material_balance b where b.tenant_id = $1 and b.form = 'log' and b.species <> ''`,
    [giver.admin.tenantId],
  )
  expect(rows).toHaveLength(lanes)
  for (const { there, out, taken, undeclared } of rows) {
    expect({ there, out, undeclared }).toEqual({ there: 0, out: taken, undeclared: 0 })
    expect(out).toBeGreaterThan(0)
  }
  const received = await world.admin.query(
    `select 1 from material_entry where tenant_id <> $1 and act = 'received' and volume <> ${allOfIt}`,
    [giver.admin.tenantId],
  )
  expect(received.rows).toEqual([])
}
