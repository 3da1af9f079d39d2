import { createHash } from 'node:crypto'
import { parseCode } from '@timbermark/codes'
import type { SealedProof } from '@timbermark/contract/trace'
import { canonicalize } from '@timbermark/ledger'
import { beforeAll, expect, it } from 'vitest'
import { parseProofAnswer } from '../../../trace/src/proof/parse-answer.ts'
import { walkProof } from '../../../trace/src/proof/walk.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { requestSubjects } from '../../src/areas/ledger/log/request-subjects.ts'
import { codeAt } from '../../src/areas/code/directory/parse-codes.ts'
import { makeScene, type Scene } from './scene.ts'

/** So many recalls of single codes were enough for a proof of 1.7 MB. */
const recallCount = 132
const liftedCount = 5

let scene: Scene
let code: string
let plain: number
let keys: string[]
let requestKey: string

const words = {
  reason: 'Varnish above the limit',
  advice: 'Take it back.',
  contact: '+33 1 00 00 00 00',
  reports: 'refuse',
}
const load = async () => (await scene.world.anonymous.get<SealedProof>(`/trace/${code}/proof`)).data
const numberOf = (text: string) => {
  const parsed = parseCode(text)
  if (!parsed.ok) throw new Error(text)
  return parsed.request
}
const walk = (proof: SealedProof) => walkProof([proof], { code, language: 'en', now: Date.now(), keys, requestKey })
const sizeOf = (proof: SealedProof) => JSON.stringify(proof).length
const sealed = (proof: SealedProof) => proof.chains.find(({ entries }) => entries.length > recallCount)!.entries
const changed = (proof: SealedProof, change: (entries: SealedProof['chains'][number]['entries']) => void) => {
  const copy = structuredClone(proof)
  change(sealed(copy))
  return copy
}

beforeAll(async () => {
  scene = await makeScene('SQUARE')
  code = scene.goods.codes[0]!
  keys = [ledgerLog(scene.world.services).at(1).verifierKey]
  requestKey = requestSubjects(scene.world.services.secrets).key
  for (const one of scene.goods.codes.slice(0, 20)) await scene.report('forestSurvey', [one])
  await scene.report('felling', [code])
  await scene.append()
  plain = sizeOf(await load())
  for (let n = 0; n < recallCount; n++) {
    const recalled = await codeAt(scene.world.services, numberOf(code), 100 + 2 * n)
    const answer = await scene.admin.post<{ id: number }>('/catalog/recall/declare', { ...words, codes: [recalled] })
    if (answer.code !== 200) throw new Error(answer.msg)
    // A lifted recall stays in the list, and the list is sealed again.
    if (n >= recallCount - liftedCount)
      await scene.admin.put(`/catalog/recall/${answer.data.id}/lift`, { reason: 'Measured again' })
  }
  await scene.append()
})

it('a proof does not grow with the square of the recalls of its request', async () => {
  const proof = await load()
  // Written out, each of these entries has the whole list of recalls so far.
  expect(sizeOf(proof)).toBeLessThan(1.6 * plain)
  expect(
    sealed(proof)
      .slice(0, -1)
      .every(({ opened, repeats }) => repeats && opened.length === 0),
  ).toBe(true)
  const walked = await walk(proof)
  expect([walked.outcome, walked.faults]).toEqual(['proven', []])
  expect(walked.item!.answer).toMatchObject({ status: 'active', recalls: [] })
})

it('the recalled code is shown as recalled, and every earlier entry is as open as before', async () => {
  const recalled = await codeAt(scene.world.services, numberOf(code), 100)
  const { data } = await scene.world.anonymous.get<SealedProof>(`/trace/${recalled}/proof`)
  const walked = await walkProof([data], { code: recalled, language: 'en', now: Date.now(), keys, requestKey })
  expect(walked.outcome).toBe('proven')
  expect(walked.item!.answer).toMatchObject({ status: 'recalled', recalls: [{ reason: words.reason, lifted: null }] })
  const { chains } = parseProofAnswer(await load())!
  const written = chains.find(({ entries }) => entries.length > recallCount)!.entries
  const listOf = (texts: readonly string[]) =>
    texts.map(text => JSON.parse(text) as [string, string, unknown[]]).find(([, name]) => name === 'recalls')?.[2] ?? []
  expect(written.map(({ opened }) => listOf(opened).length)).toEqual([
    ...Array.from({ length: recallCount - liftedCount + 1 }, (_, n) => n),
    ...Array.from({ length: 2 * liftedCount }, (_, n) => recallCount - liftedCount + 1 + Math.floor(n / 2)),
  ])
})

it('a recall that is dropped, altered or withheld is noticed, in the newest entry and in every earlier one', async () => {
  const honest = await load()
  const outcomes = await Promise.all(
    [
      changed(honest, entries => void entries.splice(50, 1)),
      changed(honest, entries => void entries.pop()),
      // The newest list without one of its recalls.
      changed(honest, entries => {
        const newest = entries.at(-1)!
        newest.opened = newest.opened.map(text => {
          const [salt, name, value] = JSON.parse(text) as [string, string, unknown[]]
          return name === 'recalls' ? JSON.stringify([salt, name, value.slice(1)]) : text
        })
      }),
      // The newest list closed.
      changed(honest, entries => {
        const newest = entries.at(-1)!
        const list = newest.opened.find(text => (JSON.parse(text) as string[])[1] === 'recalls')!
        newest.opened = newest.opened.filter(text => text !== list)
        newest.closed = [...newest.closed, createHash('sha256').update(list).digest('base64url')]
      }),
      // An earlier entry with a recall less, another one, none, another salt, another field, or nothing at all.
      changed(honest, entries => void entries[50]!.repeats!.lists.recalls!.length--),
      changed(
        honest,
        entries => void Object.assign(entries[50]!.repeats!.lists.recalls!.items, { 3: { reason: 'x' } }),
      ),
      changed(honest, entries => void entries[50]!.repeats!.absent.push('recalls')),
      changed(honest, entries => void Object.assign(entries[50]!.repeats!, { secret: entries[51]!.repeats!.secret })),
      changed(honest, entries => void Object.assign(entries[50]!.repeats!.changed, { country: 'XX' })),
      changed(honest, entries => void delete entries[50]!.repeats),
      changed(honest, entries => void Object.assign(entries[50]!.repeats!.lists.recalls!, { length: 5000 })),
    ].map(async proof => (await walk(proof)).outcome),
  )
  for (const [n, outcome] of outcomes.entries()) expect(['suspicious', 'unavailable'], `change ${n}`).toContain(outcome)
  expect(outcomes.slice(0, -1)).not.toContain('proven')
})

it('a stored list that was changed behind the server’s back is noticed', async () => {
  const { rows } = await scene.world.admin.query<{ id: string; open: string }>(
    "select id, open from sealed_content where kind = 'request' and tenant_id = $1 order by id",
    [scene.tenant.id],
  )
  const { id, open } = rows.find(row => (JSON.parse(row.open) as { recalls?: unknown[] }).recalls?.length === 40)!
  const parsed = JSON.parse(open) as { recalls: unknown[] }
  await scene.world.admin.query('update sealed_content set open = $2 where id = $1', [
    id,
    canonicalize({ ...parsed, recalls: parsed.recalls.slice(1) } as never),
  ])
  expect((await walk(await load())).outcome).toBe('suspicious')
  await scene.world.admin.query('update sealed_content set open = $2 where id = $1', [id, open])
  expect((await walk(await load())).outcome).toBe('proven')
})
