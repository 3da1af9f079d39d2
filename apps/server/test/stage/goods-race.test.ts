import type { StageKey } from '@timbermark/contract'
import { softRules } from '@timbermark/contract/plausible'
import { stageByKey } from '@timbermark/contract/stages'
import type { TraceAnswer } from '@timbermark/contract/trace'
import { beforeAll, expect, test } from 'vitest'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { makeSequencer } from '../../src/areas/ledger/start.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { rowChecks } from '../../src/areas/trace/proof/nightly-check.ts'
import { makeDice } from '../dice.ts'
import { type Answered, makeWorld, type World } from '../harness.ts'
import { walkServedProof } from '../trace/walk-proof.ts'
import type { Batch, Code, Request } from './goods-model.ts'
import {
  addBatch,
  addPaper,
  addRequest,
  makePlace,
  type People,
  type Place,
  recordContents,
  reportId,
  valuesOf,
} from './goods-scene.ts'

/**
 * Two users act on the same goods at the same moment, with actions chosen at random from a seed. The order is undefined; the
 * invariants are checked in the tables, and every reader gets what their browser can prove.
 */
/** Fixed seed; `WALK_SEED` sets another one. */
const seed = Number(process.env.WALK_SEED ?? 20_261_126)
const pairs = Number(process.env.WALK_PAIRS ?? 40)
const { chance, below, any } = makeDice(seed)

let world: World
let place: Place
let people: People
let batch: Batch
let items: Request
let parents: Code[]
const start = Date.now() - 40 * 86_400_000
const at = (stage: StageKey) => start + stageByKey(stage).order * 86_400_000

beforeAll(async () => {
  world = await makeWorld()
  place = await makePlace(world, ['RACE'])
  people = place.all[0]!
  await addPaper(people, { name: 'Permit', from: null, until: null })
  batch = await addBatch(place, people)
  items = await addRequest(place, people, batch, 'item')
  const packages = await addRequest(place, people, batch, 'package', { known: 4 })
  const containers = await addRequest(place, people, batch, 'container', { known: 3 })
  parents = [...packages.codes.slice(0, -1), ...containers.codes.slice(0, -1)]
})

const reportBody = (stage: StageKey, numbers: Record<string, string | number> = {}) => ({
  documentCode: people.firm.papers[0]!.code,
  operator: `Worker ${below(1000)}`,
  time: new Date(at(stage)).toISOString(),
  values: valuesOf(stage, at(stage), people.firm.papers[0]!.code, numbers),
})

const report = (
  stage: StageKey,
  codes: readonly Code[],
  more: object = {},
  numbers?: Record<string, string>,
  of = batch,
) =>
  people.field.post<{ recordId: number }>('/stage/report', {
    reportId: reportId(),
    stage,
    templateId: place.templates.get(stage)!,
    circulationId: of.circulation,
    codes: codes.map(({ text }) => text),
    ...reportBody(stage, numbers),
    ...more,
  })

const everything = softRules.map(rule => ({ rule, reason: 'So it is' }))

/** Some neighbours among few codes, so that two actions collide. */
function some(): Code[] {
  const from = below(5)
  return items.codes.slice(from, from + 1 + below(4))
}

const idsOf = async (what: string) => (await world.admin.query<{ id: number }>(what)).rows.map(({ id }) => Number(id))
const currentRecords = () => idsOf(`select id from stage_record where status = 'current' order by id desc limit 4`)

/** A planned action. */
type Deed = { what: string; call: () => Promise<Answered> }

const deeds: (() => Promise<Deed | undefined>)[] = [
  async () => {
    const stage = any(['felling', 'processing', 'factoryEntry', 'productSales', 'productInformation'] as const)
    const codes = some()
    return { what: `report ${stage}`, call: () => report(stage, codes, { confirmed: everything }) }
  },
  async () => {
    const codes = some()
    const parentCode = any(parents).text
    return { what: 'report packing', call: () => report('packing', codes, { parentCode, confirmed: everything }) }
  },
  async () => {
    const body = {
      parentCode: any(parents).text,
      codes: some().map(({ text }) => text),
      operator: 'Packer',
      time: new Date().toISOString(),
      repack: true,
      reason: 'Anew',
    }
    return { what: 'pack', call: () => people.admin.post('/code/packing/pack', body) }
  },
  async () => {
    const packed = items.codes.slice(0, 8)
    const body = { codes: [any(packed).text], operator: 'Packer', time: new Date().toISOString(), reason: 'Opened' }
    return { what: 'unpack', call: () => people.second.post('/code/packing/unpack', body) }
  },
  async () => {
    const body = {
      parentCode: any(parents).text,
      operator: 'Packer',
      time: new Date().toISOString(),
      reason: 'Emptied',
    }
    return { what: 'empty', call: () => people.second.post('/code/packing/unpack', body) }
  },
  ...[0, 1].map(() => async () => {
    const [id] = [any(await currentRecords())]
    if (id === undefined) return undefined
    const { rows } = await world.admin.query<{ stage: StageKey }>('select stage from stage_record where id = $1', [id])
    const body = { ...reportBody(rows[0]!.stage), reason: 'Typed wrongly', confirmed: everything }
    return { what: `correct ${id}`, call: () => people.admin.put(`/stage/record/${id}/correct`, body) }
  }),
  async () => {
    const id = any(await currentRecords())
    return id === undefined
      ? undefined
      : { what: `void ${id}`, call: () => people.second.put(`/stage/record/${id}/void`, { reason: 'Twice' }) }
  },
  async () => {
    const id = any(await currentRecords())
    return id === undefined
      ? undefined
      : { what: `forget ${id}`, call: () => people.admin.post(`/stage/record/${id}/forget`, {}) }
  },
  async () => {
    const of = chance(0.4) ? { batchId: batch.id } : { codes: some().map(({ text }) => text) }
    const body = { reason: 'Smells', advice: 'Bring it back', contact: 'The shop', reports: 'ask', ...of }
    return { what: 'recall', call: () => people.admin.post('/catalog/recall/declare', body) }
  },
  async () => {
    const id = any(await idsOf(`select id from recall where status = 'standing'`))
    return id === undefined
      ? undefined
      : { what: `lift ${id}`, call: () => people.second.put(`/catalog/recall/${id}/lift`, { reason: 'Well again' }) }
  },
  async () => {
    const codes = some().map(({ text }) => text)
    const verb = any(['withdraw', 'submit', 'judge'] as const)
    const more = { withdraw: { reason: 'Another way' }, submit: {}, judge: { result: 'pass', judgedOn: '2026-11-01' } }[
      verb
    ]
    const by = any([people.admin, people.second])
    return { what: verb, call: () => by.post(`/certification/authorization/${verb}`, { codes, ...more }) }
  },
]

/** Queries for violated invariants; all must be empty, whatever the order. */
const never: Record<string, string> = {
  'a code in two things at once': `
    select a.id from code_link a join code_link b on b.request_number = a.request_number and b.serials && a.serials and b.during && a.during and b.id > a.id`,
  'a code with one stage twice': `
    select a.id from stage_record_code a join stage_record_code b on b.current and b.stage = a.stage and b.request_number = a.request_number
      and b.serials && a.serials and b.id > a.id where a.current`,
  'a record with two versions that count, or none that is the last': `
    select coalesce(first_id, id) as id from stage_record group by 1
    having count(*) filter (where status <> 'superseded') <> 1 or max(version) <> count(*)
      or max(version) <> max(version) filter (where status <> 'superseded')`,
  'codes that count for a record that does not, or the other way': `
    select r.id from stage_record r join stage_record_code c on c.record_id = r.id where c.current <> (r.status = 'current')`,
  'a record about other codes than it says': `
    select r.id from stage_record r left join lateral (
      select sum(upper(c.serials) - lower(c.serials)) as n from stage_record_code c where c.record_id = r.id) c on true
    where c.n is distinct from r.code_count`,
  'something packed by a report that does not stand': `
    select l.id from code_link l join stage_record r on r.id = l.record_id where l.current and r.status <> 'current'`,
  'an open end that something ended, or an end by nothing': `
    select id from code_link where current = (ended_by is not null)`,
  'what was forgotten in a version that takes it over': `
    select n.id from stage_record n join stage_record b on coalesce(b.first_id, b.id) = n.first_id and b.version = n.version - 1
    where n.status = 'voided' and b.operator = '' and n.operator <> ''`,
  'a code called back twice': `
    select a.id from recalled_code a join recalled_code b on b.current and b.request_number = a.request_number and b.serials && a.serials and b.id > a.id
    where a.current`,
  'a batch called back twice': `
    select min(id) as id from recall where status = 'standing' and batch_id is not null group by batch_id having count(*) > 1`,
  'a code certified as two things': `
    select a.step_id as id from certification a join certification b on b.request_number = a.request_number and b.serials && a.serials and b.step_id > a.step_id`,
}

async function holds(when: string): Promise<void> {
  for (const [what, query] of Object.entries(never)) {
    const { rows } = await world.admin.query(query)
    expect(rows, `${what}, ${when}`).toEqual([])
  }
}

const append = async () => {
  const sequencer = makeSequencer(world.services)
  while ((await sequencer.append()) > 0);
}

async function proves(code: Code, when: string): Promise<void> {
  await append()
  const walk = await walkServedProof({ world }, code.text)
  expect([walk.outcome, walk.faults], when).toEqual(['proven', []])
  const stated = (await world.anonymous.get<TraceAnswer>(`/trace/${code.text}`)).data
  const { answer } = walk.item!
  expect(recordContents(answer), when).toEqual(recordContents(stated))
  for (const part of ['status', 'certification'] as const) expect(answer[part], `${when} ${part}`).toEqual(stated[part])
  // The order of two recalls in the same millisecond is undefined.
  const inAnyOrder = ({ recalls }: Pick<TraceAnswer, 'recalls'>) => recalls.map(one => JSON.stringify(one)).sort()
  expect(inAnyOrder(answer), when).toEqual(inAnyOrder(stated))
}

test(`two random concurrent actions (seed ${seed}) each happen completely or not at all`, async () => {
  for (let n = 0; n < pairs; n++) {
    const both = [await any(deeds)(), await any(deeds)(), ...(chance(0.3) ? [await any(deeds)()] : [])].filter(
      one => one !== undefined,
    )
    const answers = await Promise.all(both.map(({ call }) => call()))
    const when = `pair ${n + 1}: ${both.map(({ what }, i) => `${what} → ${answers[i]!.error ?? answers[i]!.code}`).join(', ')}`
    for (const { code, error, msg } of answers)
      expect(code === 200 || (error !== undefined && error !== 'tooFast'), `${when} ${msg}`).toBe(true)
    await holds(when)
    if (n % 6 === 5) await proves(any(items.codes.slice(0, 8)), when)
  }
  await append()
  expect((await checkWholeLedger(world.services.database, ledgerLog(world.services), rowChecks)).faults).toEqual([])
})

test('of concurrent reports that take more than there is, the later ones get a plausibility question', async () => {
  const batch = await addBatch(place, people)
  const logs = await addRequest(place, people, batch, 'item')
  const circulation = { circulationId: batch.circulation }
  expect(await report('felling', [logs.codes[0]!], circulation, { volume: '100' }, batch)).toMatchObject({ code: 200 })
  const answers = await Promise.all(
    logs.codes.slice(0, 6).map(code => report('rawMaterialPurchase', [code], circulation, { volume: '50' }, batch)),
  )
  expect(answers.map(({ error, code }) => error ?? code).sort()).toEqual([
    200,
    200,
    ...Array(4).fill('stage.unconfirmed'),
  ])
})

test('withdrawing a report unpacks what it packed, also when it was corrected while some of it was unpacked', async () => {
  const batch = await addBatch(place, people)
  const boxes = await addRequest(place, people, batch, 'package', { known: 3 })
  const goods = await addRequest(place, people, batch, 'item', { known: 31 })
  for (let n = 0; n < 10; n++) {
    const three = goods.codes.slice(3 * n, 3 * n + 3)
    const parentCode = boxes.codes[0]!.text
    const { data } = await report('packing', three, { parentCode, confirmed: everything }, undefined, batch)
    const body = { codes: [three[1]!.text], operator: 'Packer', time: new Date().toISOString(), reason: 'Opened' }
    const [corrected, unpacked] = await Promise.all([
      people.admin.put<{ recordId: number }>(`/stage/record/${data.recordId}/correct`, {
        ...reportBody('packing'),
        reason: 'Typed wrongly',
        confirmed: everything,
      }),
      people.second.post('/code/packing/unpack', body),
    ])
    expect([corrected.error ?? corrected.code, unpacked.error ?? unpacked.code]).toEqual([200, 200])
    await holds(`round ${n}`)
    const withdrawn = await people.admin.put(`/stage/record/${corrected.data.recordId}/void`, {
      reason: 'Reported twice',
    })
    expect(withdrawn.code).toBe(200)
    for (const { text } of three) expect((await people.admin.get(`/code/qr/${text}`)).data.parentCode, text).toBeNull()
  }
})
