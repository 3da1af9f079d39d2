import type { ProofAnswer, TraceAnswer } from '@timbermark/contract/trace'
import { checkProofFile } from '@timbermark/ledger'
import { describe, expect, test } from 'vitest'
import { proofText } from '../src/browser/download.ts'
import { item } from '../src/fixtures/journey.ts'
import { proofOf } from '../src/fixtures/proof.ts'
import { type Inspection, inspect } from '../src/proof/inspect.ts'
import { type ShownRecord, sameText } from '../src/proof/shown.ts'

/** What an honest page shows of an item. */
const pageOf = (answer: TraceAnswer): ShownRecord[] =>
  answer.stages.map(({ recordId, stage, version, happenedAt, recordedAt, place, values }) => ({
    recordId,
    stage,
    version,
    happenedAt,
    recordedAt,
    position: place && ([place.longitude, place.latitude] as const),
    values: values.map(({ key, value }) => ({ key, value })),
    altered: [],
  }))

const answer = item()
const page = pageOf(answer)
const felling = page.find(({ stage }) => stage === 'felling')!
const change = (proof: ProofAnswer, stage: string, part: Partial<ProofAnswer['records'][number]>): ProofAnswer => ({
  ...proof,
  records: proof.records.map(record => (record.stage === stage ? { ...record, ...part } : record)),
})
const stepsOf = (inspection: Inspection, stage: string) =>
  Object.fromEntries(
    inspection.records.find(({ proof }) => proof.stage === stage)?.steps.map(({ key, state }) => [key, state]) ?? [],
  )

describe('a reader’s own check (TRC-06, ERR-39, ENT-44)', () => {
  test('passes every step of every untouched record', async () => {
    const inspection = await inspect(proofOf(answer), page)
    expect(inspection.verdict).toBe('match')
    expect(inspection.records).toHaveLength(12)
    for (const { steps } of inspection.records) expect(steps.map(({ state }) => state)).toEqual(Array(5).fill('ok'))
    expect(inspection.size).toBe(12)
  })

  test('names the value that the page shows and the record does not say', async () => {
    const shown = page.map(record =>
      record === felling
        ? {
            ...record,
            values: record.values.map(value => (value.key === 'volume' ? { ...value, value: '9.318' } : value)),
          }
        : record,
    )
    const inspection = await inspect(proofOf(answer), shown)
    expect(inspection.verdict).toBe('mismatch')
    const record = inspection.records.find(({ proof }) => proof.stage === 'felling')
    expect(record?.differences).toEqual(['volume'])
    expect(stepsOf(inspection, 'felling')).toMatchObject({ leaf: 'ok', inclusion: 'ok', page: 'failed' })
    expect(inspection.records.filter(({ verdict }) => verdict === 'match')).toHaveLength(11)
  })

  test('finds a value that was never recorded', async () => {
    const shown = page.map(record =>
      record === felling ? { ...record, values: [...record.values, { key: 'logGrade', value: 'A' }] } : record,
    )
    const inspection = await inspect(proofOf(answer), shown)
    expect(inspection.verdict).toBe('mismatch')
    expect(inspection.records.find(({ proof }) => proof.stage === 'felling')?.differences).toEqual(['logGrade'])
  })

  test('does not miss codes and arrival times among the values, which are recorded beside them', async () => {
    const shown = page.map(record => ({ ...record, values: [...record.values, { key: 'chainTime', value: 'now' }] }))
    expect((await inspect(proofOf(answer), shown)).verdict).toBe('match')
  })

  test('finds visible text that is not the value the page claims to show', async () => {
    const shown = page.map(record => (record === felling ? { ...record, altered: ['loggingPermitNumber'] } : record))
    const inspection = await inspect(proofOf(answer), shown)
    expect(inspection.verdict).toBe('mismatch')
    expect(stepsOf(inspection, 'felling').page).toBe('failed')
  })

  test('finds a record that the page moves in time or place, but not one that it only rounds or spells otherwise', async () => {
    const shownAs = (part: Partial<ShownRecord>) =>
      inspect(
        proofOf(answer),
        page.map(record => (record === felling ? { ...record, ...part } : record)),
      )
    const [longitude, latitude] = felling.position!
    expect((await shownAs({ position: [longitude + 0.004, latitude] })).verdict).toBe('match')
    expect((await shownAs({ happenedAt: '2025-03-04T18:05:00+08:00' })).verdict).toBe('match')
    const moved = await shownAs({ position: [9.45, 0.39], happenedAt: '2025-03-05T10:05:00Z' })
    expect(moved.verdict).toBe('mismatch')
    expect(moved.records[1]?.differences.toSorted()).toEqual(['happenedAt', 'position'])
  })

  test('finds a database row that was changed after it was sealed', async () => {
    const inspection = await inspect(
      change(proofOf(answer), 'felling', { databaseHash: 'ab'.repeat(32), compliant: false }),
      page,
    )
    expect(inspection.verdict).toBe('mismatch')
    expect(stepsOf(inspection, 'felling').database).toBe('failed')
  })

  test('finds a server that calls an altered row compliant', async () => {
    const inspection = await inspect(change(proofOf(answer), 'felling', { databaseHash: 'ab'.repeat(32) }), page)
    expect(inspection.verdict).toBe('mismatch')
  })

  test('finds a record whose leaf and hashes were all rewritten, because it is not in the log', async () => {
    const forged = item()
    const volume = forged.stages[1]?.values.find(({ key }) => key === 'volume')
    if (volume) volume.value = '9.318'
    const [honest, rewritten] = [proofOf(answer), proofOf(forged)]
    const { leaf, traceHash, databaseHash } = rewritten.records[1]!
    const inspection = await inspect(change(honest, 'felling', { leaf, traceHash, databaseHash }), pageOf(forged))
    expect(inspection.verdict).toBe('mismatch')
    expect(stepsOf(inspection, 'felling')).toMatchObject({ leaf: 'ok', page: 'ok', inclusion: 'failed' })
  })

  test('finds a checkpoint that the log did not sign', async () => {
    const proof = proofOf(answer)
    const checkpoint = proof.checkpoint.replace(/\n12\n/, '\n13\n')
    const inspection = await inspect({ ...proof, checkpoint }, page)
    expect(inspection.verdict).toBe('mismatch')
    expect(stepsOf(inspection, 'felling').checkpoint).toBe('failed')
  })

  test('does not take the good proof of one record for another', async () => {
    const proof = proofOf(answer)
    const [first, second] = [proof.records[0]!, proof.records[1]!]
    const swapped = {
      ...proof,
      records: [{ ...second, recordId: first.recordId, stage: first.stage }, ...proof.records.slice(1)],
    }
    expect((await inspect(swapped, page)).verdict).toBe('mismatch')
  })
})

describe('when something cannot be checked (I5: never genuine, never fake)', () => {
  test('an unreadable checkpoint leaves the question open', async () => {
    const inspection = await inspect({ ...proofOf(answer), checkpoint: 'gibberish' }, page)
    expect(inspection.verdict).toBe('unavailable')
    expect(inspection.size).toBeNull()
  })

  test('a record that the proof leaves out is not counted as sound', async () => {
    const proof = proofOf(answer)
    expect((await inspect({ ...proof, records: proof.records.slice(1) }, page)).verdict).toBe('unavailable')
    expect((await inspect({ ...proof, records: [] }, page)).verdict).toBe('unavailable')
  })

  test('a correction that arrives after the page was drawn is no contradiction', async () => {
    const corrected = item()
    const record = corrected.stages[1]!
    Object.assign(record, { version: 2 })
    Object.assign(record.values.find(({ key }) => key === 'volume')!, { value: '7.5' })
    const inspection = await inspect(proofOf(corrected), page)
    expect(inspection.verdict).toBe('unavailable')
    expect(inspection.records[1]?.verdict).toBe('unknown')
  })

  test('queued records wait, the others match', async () => {
    const inspection = await inspect(proofOf(answer, { queued: ['4111'] }), page)
    expect(inspection.verdict).toBe('pending')
    expect(stepsOf(inspection, 'secondaryProcessing')).toMatchObject({
      leaf: 'ok',
      inclusion: 'waiting',
      database: 'ok',
      page: 'ok',
    })
    expect(inspection.records.filter(({ verdict }) => verdict === 'match')).toHaveLength(11)
  })

  test('an item without records has nothing to check', async () => {
    const empty = item(undefined, { stages: [] })
    expect((await inspect(proofOf(empty), [])).verdict).toBe('empty')
  })
})

test('the downloaded proof is a C2SP file that the ledger’s own reader accepts', async () => {
  const inspection = await inspect(proofOf(answer), page)
  const record = inspection.records[4]!
  const text = proofText(record, inspection.checkpoint)
  expect(text).toMatch(/^c2sp\.org\/tlog-proof@v1\nextra /)
  const entry = new TextEncoder().encode(record.proof.leaf)
  expect(await checkProofFile(entry, text, inspection.verifierKey)).toBe('match')
  expect(await checkProofFile(new TextEncoder().encode('{}'), text, inspection.verifierKey)).toBe('mismatch')
})

test('line ends do not make a text different, anything else does', () => {
  expect(sameText('a\nb', 'a\r\nb')).toBe(true)
  expect(sameText('7.318', '9.318')).toBe(false)
  expect(sameText('', undefined)).toBe(false)
})
