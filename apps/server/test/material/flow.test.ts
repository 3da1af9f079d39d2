import { add, decimal, decimalText, subtract } from '@timbermark/material'
import { isOneOf, lossReasons, residueKinds, residueReasons } from '@timbermark/contract'
import { beforeAll, describe, expect, test } from 'vitest'
import type { FlowLink, FlowNode } from '@timbermark/contract/calls'
import { makeDice } from '../dice.ts'
import { makeBatch } from '../goods.ts'
import { type Caller, makeWorld, type World } from '../harness.ts'
import type { XlsxAnswer } from '../../src/platform/workbook/xlsx/read.ts'
import { firstRowTable, xlsxLimits } from '../../src/platform/workbook/xlsx/xlsx.ts'
import { readSheets } from '../../src/platform/workbook/xlsx/sheet.ts'
import { sheetOf } from '../sheet.ts'
import { makeRole } from '../system/people.ts'
import { giveRandomWood, transferRandomWood } from './random-wood.ts'

/** How wood flowed: what comes in equals what leaves and what is there, for any history, period and reader. */
let world: World
let tenant: { id: number; deptId: number }
let admin: Caller
let batches: number[]

interface Flow {
  from: string | null
  to: string
  perBatch: boolean
  nodes: FlowNode[]
  links: FlowLink[]
}

const seed = Number(process.env.HISTORY_SEED ?? 7)

beforeAll(async () => {
  world = await makeWorld()
  tenant = await world.makeTenant('FLOWS')
  admin = await world.signIn(tenant, ['enterpriseAdmin'])
  const dice = makeDice(seed)
  batches = []
  for (let n = 0; n < 6; n++) {
    const batchId = await makeBatch(world, admin)
    batches.push(batchId)
    await giveRandomWood(world, { tenantId: tenant.id, batchId, dice, acts: 40 })
  }
  await transferRandomWood(world, { tenantId: tenant.id, batches, dice, tries: 60 })
})

const read = async (query: string, caller = admin): Promise<Flow> => {
  const answer = await caller.get<Flow>(`/material/flow?${query}`)
  expect(answer.msg).toBe('ok')
  return answer.data
}

const sum = (volumes: readonly string[]): string => decimalText(add(decimal('0'), ...volumes.map(decimal)))
const sources = ['before', 'felled', 'purchased', 'received', 'undeclared', 'measuredMore']
const isBetween = ({ kind }: FlowNode) => kind === 'wood' || kind === 'stage'
const volumeOf = ({ nodes }: Flow, kind: string) =>
  sum(nodes.filter(node => node.kind === kind).map(node => node.volume))

/** Every node between sources and sinks passes on what came, and every link has both ends. */
function expectBalanced({ nodes, links }: Flow): void {
  const ids = new Set(nodes.map(({ id }) => id))
  for (const { from, to, volume } of links) {
    expect([ids.has(from), ids.has(to), Number(volume) > 0]).toEqual([true, true, true])
  }
  for (const node of nodes) {
    const came = sum(links.filter(({ to }) => to === node.id).map(({ volume }) => volume))
    const left = sum(links.filter(({ from }) => from === node.id).map(({ volume }) => volume))
    if (isBetween(node))
      expect({ id: node.id, came, left }).toEqual({ id: node.id, came: node.volume, left: node.volume })
    else expect([came, left].sort()).toEqual(['0', node.volume].sort())
  }
  const ends = nodes.filter(node => !isBetween(node))
  const came = sum(ends.filter(({ id }) => id.startsWith('in ')).map(({ volume }) => volume))
  const left = sum(ends.filter(({ id }) => !id.startsWith('in ')).map(({ volume }) => volume))
  expect(came).toBe(left)
}

/** A sum of the entries, net of what was taken back. */
const entered = async (condition: string): Promise<string> => {
  const { rows } = await world.admin.query(
    `select trim_scale(coalesce(sum(volume), 0))::text as volume from material_entry e where tenant_id = $1 and ${condition}`,
    [tenant.id],
  )
  return rows[0].volume
}
const present = async (condition: string): Promise<string> => {
  const { rows } = await world.admin.query(
    `select trim_scale(coalesce(sum(volume), 0))::text as volume from material_balance where tenant_id = $1 and ${condition}`,
    [tenant.id],
  )
  return rows[0].volume
}

describe('the flow of wood', () => {
  test('of a batch is its entries, net of what was taken back', async () => {
    let transfers = 0
    for (const batchId of batches) {
      const flow = await read(`batchId=${batchId}&to=2026-12-31`)
      expectBalanced(flow)
      const its = `batch_id = ${batchId}`
      expect(volumeOf(flow, 'there')).toBe(await present(`${its} and form <> 'residue'`))
      expect(sum(['residue', 'lost'].map(kind => volumeOf(flow, kind)))).toBe(
        await present(`${its} and form = 'residue'`),
      )
      for (const reason of residueReasons) {
        const ends = flow.nodes.filter(node => node.reason === reason)
        expect(ends.every(({ kind }) => kind === (isOneOf(residueKinds, reason) ? 'residue' : 'lost'))).toBe(true)
        expect(sum(ends.map(({ volume }) => volume))).toBe(await entered(`${its} and reason = '${reason}'`))
      }
      for (const act of ['felled', 'purchased', 'received'])
        expect(volumeOf(flow, act)).toBe(await entered(`${its} and coalesce(reversed_act, act) = '${act}'`))
      expect(volumeOf(flow, 'handedOver')).toBe(
        decimalText(
          subtract(decimal('0'), decimal(await entered(`${its} and coalesce(reversed_act, act) = 'handedOver'`))),
        ),
      )
      const moved = await entered(`${its} and coalesce(reversed_act, act) = 'transferred'`)
      expect(
        decimalText(subtract(decimal(volumeOf(flow, 'transferredIn')), decimal(volumeOf(flow, 'transferredOut')))),
      ).toBe(moved)
      const others = flow.nodes.filter(({ kind }) => kind === 'transferredIn' || kind === 'transferredOut')
      expect(others.every(({ otherBatch, others: rest }) => otherBatch !== null || rest)).toBe(true)
      transfers += others.length
      expect(volumeOf(flow, 'before')).toBe('0')
    }
    expect(transfers).toBeGreaterThan(4)
  })

  test('ends in residues by kind and in losses by reason, in the reader’s language', async () => {
    const query = 'from=2026-01-01&to=2026-12-31'
    const reasons = (await read(query)).nodes.flatMap(({ kind, reason }) =>
      reason === null ? [] : `${kind} ${reason}`,
    )
    expect(reasons.toSorted()).toEqual(
      [...residueKinds.map(one => `residue ${one}`), ...lossReasons.map(one => `lost ${one}`)].sort(),
    )
    const { rows } = await sheetOf((await admin.get(`/material/flow/export?${query}`, { 'accept-language': 'fr' })).raw)
    const ends = rows.map(([, whither]) => whither)
    expect(ends).toContain('connexes (écorces)')
    expect(ends).toContain('pertes (retrait au séchage)')
  })

  test('of a period begins with what the one before left, for all batches together', async () => {
    const quarters = ['01-01/03-31', '04-01/06-30', '07-01/09-30', '10-01/12-31'].map(days => days.split('/'))
    let left: string | undefined
    for (const [from, to] of quarters) {
      const flow = await read(`from=2026-${from}&to=2026-${to}`)
      expectBalanced(flow)
      const net = (before: string, ahead: string) => decimalText(subtract(decimal(before), decimal(ahead)))
      const ahead = (side: string) =>
        sum(flow.nodes.filter(({ kind, id }) => kind === 'ahead' && id.startsWith(side)).map(({ volume }) => volume))
      const before = net(volumeOf(flow, 'before'), ahead('out'))
      if (left === undefined) expect(before).toBe('0')
      else expect(before).toBe(left)
      left = net(volumeOf(flow, 'there'), ahead('in'))
      expect(flow.perBatch).toBe(false)
      // Of all batches together nothing was transferred.
      expect(flow.nodes.filter(({ kind }) => kind.startsWith('transferred'))).toEqual([])
    }
    expect(left).toBe(await present(`form <> 'residue'`))
  })

  test('names six partners and groups of wood, and sums up the others', async () => {
    const flow = await read('from=2026-01-01&to=2026-12-31')
    const partners = flow.nodes.filter(({ kind }) => kind === 'received')
    expect(partners.filter(({ others }) => !others)).toHaveLength(6)
    expect(partners.filter(({ others }) => others)).toHaveLength(1)
    expect(
      new Set(flow.nodes.filter(({ kind, others }) => kind === 'wood' && !others).map(({ species }) => species)).size,
    ).toBe(6)
    expect(volumeOf(flow, 'received')).toBe(await entered(`coalesce(reversed_act, act) = 'received'`))
    expect(flow.nodes.length).toBeLessThanOrEqual(100)
    expect(flow.nodes.some(({ kind }) => sources.includes(kind))).toBe(true)
  })

  test('cuts days in the time zone of the enterprise', async () => {
    const batchId = await makeBatch(world, admin)
    await world.admin.query(`update enterprise set time_zone = 'Asia/Shanghai' where id = $1`, [tenant.id])
    // In China this is the first of June.
    await world.admin.query(
      `with b as (insert into material_balance (tenant_id, batch_id, species, form, volume, volume_in, source)
         values ($1, $2, 'OKO', 'log', 3, 3, 'felled') returning batch_id)
       insert into material_entry (tenant_id, batch_id, species, form, act, volume, record_id, stage, happened_at)
       select $1, batch_id, 'OKO', 'log', 'felled', 3, 1, 'felling', '2025-05-31T16:30:00Z' from b`,
      [tenant.id, batchId],
    )
    expect(volumeOf(await read('from=2025-06-01&to=2025-06-01'), 'felled')).toBe('3')
    expect(volumeOf(await read('from=2025-05-31&to=2025-05-31'), 'felled')).toBe('0')
    await world.admin.query('delete from batch where id = $1', [batchId])
  })

  test('is of the batches in the reader’s scope; a batch of others has none', async () => {
    const roleId = await makeRole(world, admin, ['material:flow:list', 'material:flow:export'], { dataScope: '5' })
    const narrow = await world.signIn(tenant, [])
    await admin.put(`/system/user/authRole?userId=${narrow.accountId}&roleIds=${roleId}`)
    expect((await read('', narrow)).nodes).toEqual([])
    await world.admin.query('update batch set created_by = $2 where id = $1', [batches[0], narrow.accountId])
    const flow = await read('from=2026-01-01&to=2026-12-31', narrow)
    expectBalanced(flow)
    expect(flow.perBatch).toBe(true)
    expect([...new Set(flow.nodes.flatMap(({ batch }) => (batch ? [batch.id] : [])))]).toEqual([batches[0]])
    expect(volumeOf(flow, 'there')).toBe(await present(`batch_id = ${batches[0]} and form <> 'residue'`))
    expect((await read(`batchId=${batches[1]}`, narrow)).nodes).toEqual([])
    const { rows } = await sheetOf((await narrow.get('/material/flow/export?from=2026-01-01&to=2026-12-31')).raw)
    expect(rows).toHaveLength(flow.links.length)
    const foreign = await world.signIn(await world.makeTenant('FLOWSB'), ['enterpriseAdmin'])
    expect((await read(`batchId=${batches[1]}`, foreign)).nodes).toEqual([])
  })

  test('refuses a period that ends before it begins, and a reader without the right', async () => {
    const answer = await admin.get<{ issues: unknown }>('/material/flow?from=2026-02-01&to=2026-01-01')
    expect(answer.data.issues).toMatchObject([{ field: 'to', error: 'tooSmall' }])
    const reporter = await world.signIn(tenant, ['fieldReporter'])
    expect((await reporter.get('/material/flow')).code).toBe(403)
  })
})

test('the workbook has the links, and the sums of each batch, which add up', async () => {
  const query = 'from=2026-04-01&to=2026-06-30'
  for (const language of ['zh', 'en', 'fr']) {
    const answer = await admin.get(`/material/flow/export?${query}`, { 'accept-language': language })
    const { header, rows } = await sheetOf(answer.raw)
    expect(header.join()).not.toMatch(/material\./)
    expect(rows).toHaveLength((await read(query)).links.length)
    expect(rows.flat().join()).not.toMatch(/material\.|undefined/)
    const workbook = await readSheets(answer.raw, xlsxLimits)
    const perBatch = firstRowTable((workbook as Extract<XlsxAnswer, { grids: unknown }>).grids[1]!, xlsxLimits).rows
    expect(perBatch.length).toBe(
      Number(
        (await world.admin.query(`select from material_balance where tenant_id = $1 and species <> ''`, [tenant.id]))
          .rowCount,
      ),
    )
    for (const [, , , ...volumes] of perBatch) {
      const [
        before,
        felled,
        purchased,
        received,
        taken,
        output,
        undeclared,
        measured,
        used,
        handedOver,
        passed,
        there,
      ] = volumes.map(Number)
      const came = before! + felled! + purchased! + received! + taken! + output! + undeclared! + measured!
      expect(came - used! - handedOver! - passed!).toBeCloseTo(there!, 5)
    }
  }
})
