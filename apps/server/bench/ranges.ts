/**
 * Statements about ranges of codes: a report of a hundred, a million, twenty million codes; packing them and assigning
 * them to a dealer.
 */
import { randomUUID } from 'node:crypto'
import type { StageKey } from '@timbermark/contract'
import { stageByKey, valueFields } from '@timbermark/contract/stages'
import { sampleValues } from '../../../packages/contract/test/stage-sample.ts'
import { certifyRequest, completeRequest } from '../test/goods.ts'
import { pdf } from '../test/samples.ts'
import { type Claim, median, percentile, spread } from './bench.ts'
import { type BenchWorld, makeBatch, requestCodes } from './world.ts'

const count = 20_000_000
const long = 1_000_000
const few = 100
const runs = 19
/** Labels are put in use once: each run takes a request of its own. */
const labelRuns = 9

const stage: StageKey = 'felling'

async function idOf(world: BenchWorld, text: string): Promise<number> {
  return Number((await world.admin.query<{ id: string }>(text)).rows[0]!.id)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

/** Reports as back office users enter them: with all checks of order, documents, certification and plausibility. */
async function reporter(world: BenchWorld) {
  const { admin } = world
  const form = new FormData()
  form.append('file', new Blob([pdf]), 'permit.pdf')
  const upload = await fetch(`${world.url}/api/common/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world.token}` },
    body: form,
  })
  const { data } = (await upload.json()) as { data: { id: string } }
  await world.call('POST', '/evidence/document', {
    code: 'BENCH',
    name: 'Felling permit',
    type: 'certificate',
    file: [data.id],
  })
  const templateId = await idOf(world, `select id from stage_template where tenant_id = 1 and stage = '${stage}'`)
  const circulationId = await idOf(world, `select id from circulation where tenant_id = 1 and delivered_key = 'free'`)
  const fields = valueFields(stageByKey(stage)).filter(
    ({ type }) => type !== 'images' && type !== 'files' && type !== 'dict',
  )
  const values: Record<string, unknown> = sampleValues(fields)
  for (const { key, type, required, dict } of valueFields(stageByKey(stage))) {
    if (type === 'document') values[key] = 'BENCH'
    if (type !== 'dict' || !required) continue
    const { rows } = await admin.query(
      `select dict_value from dict_data where dict_type = $1 order by dict_value = 'OKO' desc, dict_value limit 1`,
      [dict],
    )
    values[key] = rows[0].dict_value
  }
  return (goods: object) =>
    world.call('POST', '/stage/report', {
      reportId: randomUUID(),
      stage,
      templateId,
      circulationId,
      documentCode: 'BENCH',
      operator: 'Bench',
      time: '2026-11-01T08:00:00Z',
      longitude: 9.4544,
      latitude: 0.3901,
      values,
      codes: [],
      ...goods,
    })
}

export async function measureRanges(world: BenchWorld): Promise<Claim[]> {
  const { admin } = world
  const batch = await makeBatch(world)
  await admin.query(
    `update batch set circulation_id = (select id from circulation where tenant_id = 1 and delivered_key = 'free') where id = $1`,
    [batch],
  )
  const requestIds: number[] = []
  for (const type of ['item', 'item', 'package'] as const) {
    const id = await requestCodes(world, batch, type === 'item' ? count : 10_000, type)
    await completeRequest(world, id)
    await certifyRequest(world, id)
    requestIds.push(id)
  }
  const [single, wholeRequest, packages] = requestIds as [number, number, number]
  const codesOf = (requestId: number, from: number, to: number) =>
    world.call<string[]>('POST', '/code/qr/values', { requestId, spans: [{ from, to }] })

  const report = await reporter(world)
  const hundred: number[] = []
  for (let n = -3; n < runs * 5; n++) {
    const from = (n + 3) * few + 1
    const codes = await codesOf(single, from, from + few - 1)
    const took = await timed(() => report({ codes }))
    if (n >= 0) hundred.push(took)
  }
  const million: number[] = []
  for (let n = -1; n < runs - 1; n++) {
    const from = (n + 2) * long + 1
    const took = await timed(() => report({ ranges: [{ requestId: single, from, to: from + long - 1 }] }))
    if (n >= 0) million.push(took)
  }
  const all = await timed(() => report({ ranges: [{ requestId: wholeRequest, from: 1, to: count }] }))

  const [first] = await codesOf(wholeRequest, 1, 1)
  const [last] = await codesOf(wholeRequest, count, count)
  const parents = await codesOf(packages, 1, 2)
  const range = [{ first, last }]
  let packings = 0
  const pack = async (ranges: object[]) => {
    const took: number[] = []
    for (let n = -3; n < runs; n++) {
      const at = packings++
      const ms = await timed(() =>
        world.call('POST', '/code/packing/pack', {
          parentCode: parents[at % 2],
          ranges,
          operator: 'Bench',
          time: new Date(Date.UTC(2026, 10, 2) + at * 60_000).toISOString(),
          repack: n > -3,
          reason: n > -3 ? 'Bench' : null,
        }),
      )
      if (n >= 0) took.push(ms)
    }
    return took
  }
  // Not at the ends of ranges, so that it takes as many entries as a range can.
  const [second, millionth] = await Promise.all([
    codesOf(wholeRequest, 2, 2),
    codesOf(wholeRequest, long + 1, long + 1),
  ])
  const packedMillion = await pack([{ first: second[0], last: millionth[0] }])
  await world.call('POST', '/code/packing/unpack', {
    ranges: [{ first: second[0], last: millionth[0] }],
    operator: 'Bench',
    time: new Date(Date.UTC(2026, 10, 2) + packings++ * 60_000).toISOString(),
    reason: 'Bench',
  })
  const packed = await pack(range)
  const links = await admin.query<{ n: number }>(
    `select count(*)::int as n from code_link l join code_request r on r.request_number = l.request_number
     where r.id = $1 and l.current`,
    [wholeRequest],
  )

  const level = await world.call<{ id: number }>('POST', '/channel/dealer-level', {
    code: 'L1',
    name: 'Level one',
    level: '1',
    orderNum: 1,
    status: '0',
  })
  const dealers: number[] = []
  for (const name of ['North', 'South'])
    dealers.push((await world.call<{ id: number }>('POST', '/channel/dealer', { name, levelId: level.id })).id)
  const assigned: number[] = []
  for (let n = -3; n < runs; n++) {
    const took = await timed(() =>
      world.call('POST', '/channel/assignment/assign', {
        dealerId: dealers[(n + 3) % 2],
        ranges: range,
        reassign: n > -3,
        reason: n > -3 ? 'Bench' : null,
      }),
    )
    if (n >= 0) assigned.push(took)
  }

  const activated: number[] = []
  for (let n = -1; n < labelRuns; n++) {
    const requestId = await requestCodes(world, batch, count, 'item')
    await completeRequest(world, requestId)
    const numbers = [{ requestId, from: 1, to: count }]
    const took = await timed(() => world.call('POST', '/code/label/activate', { numbers }))
    if (n >= 0) activated.push(took)
  }
  const states = await admin.query<{ n: number }>(
    `select count(*)::int as n from label_state where upper(serials) - lower(serials) = ${count} and state = 'inUse'`,
  )

  const ratio = median(million) / median(hundred)
  return [
    {
      title: `a report of ${few} codes, each named`,
      found: `median ${median(hundred).toFixed(1)} ms, p95 ${percentile(hundred, 0.95).toFixed(1)} ms, the call with all checks`,
      bound: 'p95 under 60 ms',
      held: percentile(hundred, 0.95) < 60,
    },
    {
      title: `the same of a row of ${long} codes`,
      found: `${spread(million)} ms: ${ratio.toFixed(2)} times; of ${count} codes ${all.toFixed(1)} ms, once`,
      bound: 'at most twice',
      held: ratio < 2,
    },
    {
      title: `${long} codes packed, and packed anew`,
      found: `${spread(packedMillion)} ms`,
      bound: 'under 50 ms',
      held: median(packedMillion) < 50,
    },
    {
      title: `${count} codes packed, the most at once, and packed anew`,
      found: `${spread(packed)} ms and ${links.rows[0]!.n} row`,
      bound: 'under 50 ms, one row',
      held: median(packed) < 50 && links.rows[0]!.n === 1,
    },
    {
      title: `${count} codes given to a dealer, and to another`,
      found: `${spread(assigned)} ms`,
      bound: 'under 50 ms',
      held: median(assigned) < 50,
    },
    {
      title: `${count} labels put in use`,
      found: `${spread(activated)} ms and a row for each of ${labelRuns + 1} requests`,
      bound: 'under 50 ms, one row',
      held: median(activated) < 50 && states.rows[0]!.n >= labelRuns + 1,
    },
  ]
}
