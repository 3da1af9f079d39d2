import type { SealedProof, TraceAnswer, TraceRecords } from '@timbermark/contract/trace'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeGoods } from '../goods.ts'
import { addHistory } from './history.ts'
import { makeScene, type Scene } from './scene.ts'
import { walkProofOf, walkServedProof } from './walk-proof.ts'

const fellings = 1000

let scene: Scene
let code: string
/** Ids of all felling records in the order in which they happened. */
let felled: string[]
let surveyed: string

beforeAll(async () => {
  scene = await makeScene('HISTORY')
  code = scene.goods.codes[0]!
  surveyed = String(await scene.report('forestSurvey', [code]))
  const { batchId } = scene.goods
  felled = (
    await addHistory(scene.world.services, scene.tenant.id, { batchId, stage: 'felling', count: fellings })
  ).map(String)
})

const trace = async () => (await scene.world.anonymous.get<TraceAnswer>(`/trace/${code}`)).data
const records = (query: string) => scene.world.anonymous.get<TraceRecords>(`/trace/${code}/records?${query}`)
const ids = (rows: readonly { recordId: string }[]) => rows.map(({ recordId }) => recordId)
/** Withdraws a record, as the office does. */
async function withdraw(id: string): Promise<void> {
  const answer = await scene.admin.put(`/stage/record/${id}/void`, { reason: 'Counted twice' })
  expect(answer.code, answer.msg).toBe(200)
  await scene.append()
}
/** What the reader's browser proves about an answer. */
const proven = async (query = '') => {
  const { outcome, faults, item, next } = await walkServedProof(scene, code, { query })
  return { outcome, faults, next, ids: ids(item!.answer.stages), total: item!.answer.records.total }
}
/** The newest entry of a chain is always sent: it proves the number of entries. */
const newest = () => felled.at(-1)!

describe('a batch with a thousand records', () => {
  it('answers the first and the last records of each stage, and the true totals', async () => {
    const { records: counted, histories, stages, ledger } = await trace()
    expect(counted).toEqual({ total: fellings + 1, shown: stages.length })
    expect(ids(stages)).toEqual([surveyed, ...felled.slice(0, 4), ...felled.slice(-4)])
    expect(histories).toEqual([
      expect.objectContaining({ stage: 'forestSurvey', total: 1, shown: 1, before: 0, gapAfter: null }),
      {
        stage: 'felling',
        total: fellings,
        shown: 8,
        firstAt: '2026-01-01T00:00:00.000Z',
        lastAt: '2026-01-01T16:39:00.000Z',
        before: 0,
        gapAfter: felled[3],
      },
    ])
    expect(ledger.state).toBe('recorded')
  })

  it('answers all records page by page, without gaps or duplicates, each page with its proof', async () => {
    const seen: string[] = []
    for (let after = ''; ; ) {
      const query = `stage=felling&limit=70${after && `&after=${after}`}`
      const { data } = await records(query)
      expect(data).toMatchObject({ stage: 'felling', total: fellings, before: seen.length, warnings: [] })
      expect(data.ledger.state).toBe('recorded')
      const page = await proven(`?${query}`)
      expect(page).toMatchObject({ outcome: 'proven', faults: [], total: fellings + 1, next: data.next })
      expect(page.ids).toEqual([...new Set([...ids(data.records), newest()])])
      seen.push(...ids(data.records))
      if (data.next === null) break
      after = data.next
    }
    expect(seen).toEqual(felled)
  })

  it('continues paging while records are corrected and voided', async () => {
    const { admin } = scene.world
    const [gone, anchor, next] = felled.slice(10, 13)
    await admin.query("update stage_record set status = 'voided' where id = any($1)", [[gone, anchor]])
    try {
      const { data } = await records(`stage=felling&after=${anchor}&limit=1`)
      expect(data).toMatchObject({ total: fellings - 2, before: 10 })
      expect(ids(data.records)).toEqual([next])
    } finally {
      await admin.query("update stage_record set status = 'current' where id = any($1)", [[gone, anchor]])
    }
  })

  it('proves the requested records, and none that do not concern this code', async () => {
    const page = await proven(`?records=${felled[500]},${surveyed},999999999`)
    expect(page).toMatchObject({ outcome: 'proven', ids: [surveyed, felled[500], newest()] })
    expect((await proven()).ids).toEqual(ids((await trace()).stages))
  })

  it('reports a changed record on the page that shows it', async () => {
    const { admin } = scene.world
    const changed = felled[500]
    await admin.query(
      `update stage_record set public_values = jsonb_set(public_values, '{volume}', '"99"') where id = ${changed}`,
    )
    try {
      const { data } = await records(`stage=felling&after=${felled[490]}`)
      expect(data).toMatchObject({
        ledger: { state: 'mismatch' },
        warnings: [{ kind: 'suspicious', stage: 'felling', reason: 'fingerprintMismatch' }],
      })
      expect(await proven(`?records=${changed}`)).toMatchObject({
        outcome: 'suspicious',
        faults: [{ fault: 'database', about: changed }],
      })
    } finally {
      await admin.query(
        `update stage_record set public_values = jsonb_set(public_values, '{volume}', '"12.5"') where id = ${changed}`,
      )
    }
  })

  it.each([
    ['stage=nothing', 'invalid'],
    ['', 'invalid'],
    ['stage=felling&limit=101', 'invalid'],
    ['stage=felling&after=x', 'invalid'],
    ['stage=felling&after=999999999', 'invalid'],
    ['stage=productSales&after=1', undefined],
  ])('refuses what it cannot page by (%s)', async (query, error) => {
    const answer = await records(query)
    expect(answer.error).toBe(error)
    if (!error) expect(answer.data).toMatchObject({ total: 0, records: [], next: null })
  })

  it('shows and proves nothing of another batch by its number', async () => {
    const { world, tenant, admin } = scene
    const { batchId } = await makeGoods(world, admin)
    const [stranger] = await addHistory(world.services, tenant.id, { batchId, stage: 'felling', count: 1 })
    expect((await proven(`?records=${stranger}`)).ids).toEqual([newest()])
    expect((await records(`stage=felling&after=${stranger}`)).error).toBe('invalid')
  })

  it('costs a bounded number of statements and bytes', async () => {
    const { services, anonymous } = scene.world
    // Answers shared by all codes are cached for a moment; one of the requests may have to read them again.
    const costs: number[] = []
    let answer = await anonymous.get(`/trace/${code}`)
    for (let again = 0; again < 3; again++) {
      const before = services.database.statements
      answer = await anonymous.get(`/trace/${code}`)
      costs.push(services.database.statements - before)
    }
    expect(Math.min(...costs)).toBeLessThanOrEqual(12)
    expect(answer.raw.length).toBeLessThan(60_000)
    // Dictionary words are sealed in three languages.
    expect((await anonymous.get(`/trace/${code}/proof`)).raw.length).toBeLessThan(90_000)
  })

  it('F8: proves that no withdrawal is left out, and draws no record that was withdrawn', async () => {
    const before = await walkServedProof(scene, code)
    expect([before.item!.withdrawn, before.item!.hiddenWithdrawals]).toEqual([[], 0])
    const [gone, next] = felled.slice(100, 102) as [string, string]
    await withdraw(gone)
    const { outcome, faults, item } = await walkServedProof(scene, code, { query: `?records=${gone},${next}` })
    expect([outcome, faults]).toEqual(['proven', []])
    expect(item!.withdrawn).toEqual([expect.objectContaining({ recordId: gone, stage: 'felling' })])
    expect(item!.hiddenWithdrawals).toBe(0)
    expect(ids(item!.answer.stages)).toContain(next)
    expect(ids(item!.answer.stages)).not.toContain(gone)
  })

  it('F8: an operator who leaves the withdrawals out is found out, and their number is not for him to say', async () => {
    const { data } = await scene.world.anonymous.get<SealedProof>(`/trace/${code}/proof`)
    const isWithdrawal = ({ entries }: SealedProof['chains'][number]) =>
      entries.length > 0 && entries.every(({ opened }) => opened.some(text => text.includes('"voided"')))
    const withdrawals = data.chains.find(isWithdrawal)!
    expect(withdrawals.entries).toHaveLength(1)
    const emptied = { ...withdrawals, entries: [] }
    for (const chains of [
      data.chains.filter(chain => chain !== withdrawals),
      data.chains.map(chain => (chain === withdrawals ? emptied : chain)),
    ]) {
      const { outcome, faults } = await walkProofOf(scene, code, { ...data, chains })
      expect([outcome, faults]).toEqual(['suspicious', [{ fault: 'missing', about: 'records' }]])
    }
  })

  it('a history of sixty records is answered in full', async () => {
    await scene.world.admin.query('update stage_record set status = $1 where id = any($2)', [
      'voided',
      felled.slice(59),
    ])
    const { records: counted, histories, stages } = await trace()
    expect(counted).toEqual({ total: 60, shown: 60 })
    expect(ids(stages)).toEqual([surveyed, ...felled.slice(0, 59)])
    expect(histories.map(({ gapAfter }) => gapAfter)).toEqual([null, null])
  })
})
