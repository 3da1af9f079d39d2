import { createHash } from 'node:crypto'
import type { TraceAnswer } from '@timbermark/contract/trace'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeGoods } from '../goods.ts'
import type { Caller } from '../harness.ts'
import { pdf, png } from '../samples.ts'
import { makeScene, type Scene } from './scene.ts'
import { walkServedProof } from './walk-proof.ts'

/** Papers that an enterprise lets buyers open: only those, only with a code, and only while it consents. */
let scene: Scene
let code: string
let paper: { id: number; sha256: string }

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

beforeAll(async () => {
  scene = await makeScene('PAPERS')
  code = scene.goods.codes[0]!
  await scene.report('felling', [code], {})
  const { rows } = await scene.admin.get(`/evidence/document/list?code=${scene.goods.documentCode}`)
  paper = { id: rows[0]!.id as number, sha256: hashOf(pdf) }
})

const consent = (open: boolean, { caller = scene.admin, id = paper.id, version = 1 } = {}) =>
  caller.put<{ givenAt: string; endedAt: string | null } | null>(`/evidence/document/${id}/consent`, { version, open })

async function opened(sha256: string, itemCode = code) {
  const { statusCode, headers, rawPayload } = await scene.world.app.inject({
    url: `/api/trace/${itemCode}/paper/${sha256}`,
  })
  return { statusCode, headers, bytes: rawPayload }
}

const loadPapers = async (itemCode = code) =>
  (await scene.world.anonymous.get<TraceAnswer>(`/trace/${itemCode}`)).data.papers

async function upload(caller: Caller, name: string, content: Buffer, facts: { code: string; name: string }) {
  const file = await caller.upload<{ id: string }>('/common/upload', { name, content })
  const { data } = await caller.post<{ id: number }>('/evidence/document', {
    ...facts,
    type: 'certificate',
    file: [file.data.id],
  })
  return data.id
}

describe('a paper', () => {
  it('opens for nobody before its enterprise consents, and for anyone with a code afterwards', async () => {
    expect(await loadPapers()).toEqual([])
    expect((await opened(paper.sha256)).statusCode).toBe(404)
    expect(await consent(true)).toMatchObject({ code: 200, data: { endedAt: null } })
    expect(await loadPapers()).toEqual([{ sha256: paper.sha256, state: 'open' }])
    const { statusCode, headers, bytes } = await opened(paper.sha256)
    expect([statusCode, hashOf(bytes)]).toEqual([200, paper.sha256])
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
      'cache-control': 'private, no-cache',
    })
    expect(headers['content-disposition']).toMatch(/^attachment/)
  })

  it('has the bytes named in the record’s entry, as the reader’s browser proves', async () => {
    await scene.append()
    const { outcome, faults, item } = await walkServedProof(scene, code)
    expect([outcome, faults]).toEqual(['proven', []])
    const copies = item!.answer.stages.flatMap(({ documents }) => documents.flatMap(({ copies }) => copies))
    expect(copies).toContainEqual({ sha256: paper.sha256, type: 'application/pdf' })
  })

  it('stays closed for guesses: other hashes, other enterprises’ codes, forged codes', async () => {
    expect((await opened('a0'.repeat(32))).statusCode).toBe(404)
    for (const guess of [String(paper.id), '..%2f..%2fetc', paper.sha256.toUpperCase()])
      expect((await opened(guess)).statusCode).toBe(404)
    const other = await scene.world.makeTenant('PAPERS-OTHER')
    const theirs = await makeGoods(scene.world, await scene.world.signIn(other, ['enterpriseAdmin']))
    expect((await opened(paper.sha256, theirs.codes[0])).statusCode).toBe(404)
    expect((await opened(paper.sha256, `${code.slice(0, -1)}${code.endsWith('0') ? '1' : '0'}`)).statusCode).not.toBe(
      200,
    )
  })

  it('without a record that shows it is not opened by consent alone, and neither is a withheld one', async () => {
    const picture = await upload(scene.admin, 'unused.png', png, { code: 'UNUSED', name: 'Unused' })
    expect(await consent(true, { id: picture })).toMatchObject({ code: 200 })
    const { rows } = await scene.world.admin.query<{ hash: string; original: string }>(
      `select coalesce(public_sha256, sha256) as hash, sha256 as original from file_object where name = 'unused.png'`,
    )
    expect((await opened(rows[0]!.hash)).statusCode).toBe(404)
    await scene.report('felling', [scene.goods.codes[1]!], { documentCode: 'UNUSED' })
    const copy = await opened(rows[0]!.hash)
    expect([copy.statusCode, copy.headers['content-type'], hashOf(copy.bytes)]).toEqual([
      200,
      'image/webp',
      rows[0]!.hash,
    ])
    // For a picture it is the copy without metadata of the phone; the original is never served.
    expect((await opened(rows[0]!.original)).statusCode).toBe(404)
    await scene.world.admin.query(`update stage_record_paper set field = 'contract' where document_id = $1`, [picture])
    expect((await opened(rows[0]!.hash)).statusCode).toBe(404)
  })

  it('closes when the consent is withdrawn, but stays sealed', async () => {
    expect(await consent(false)).toMatchObject({ code: 200, data: { endedAt: expect.any(String) } })
    expect((await opened(paper.sha256)).statusCode).toBe(404)
    expect(await loadPapers()).toContainEqual({ sha256: paper.sha256, state: 'withdrawn' })
    expect((await walkServedProof(scene, code)).outcome).toMatch(/proven|waiting/)
    await consent(true)
    expect((await opened(paper.sha256)).statusCode).toBe(200)
  })

  it('has the name of the relied-on version, whatever its next version is called', async () => {
    const otherGoods = await makeGoods(scene.world, scene.admin)
    const id = await upload(scene.admin, 'licence.pdf', pdf, { code: 'CALLED', name: 'Licence of spring' })
    await scene.report('felling', [otherGoods.codes[0]!], { documentCode: 'CALLED' })
    const next = { id, name: 'Licence of autumn' }
    expect((await scene.admin.post('/evidence/document/version', next)).code).toBe(200)
    await scene.append()
    const stated = (await scene.world.anonymous.get<TraceAnswer>(`/trace/${otherGoods.codes[0]}`)).data
    const proven = (await walkServedProof(scene, otherGoods.codes[0]!)).item!.answer
    for (const { stages } of [proven, stated])
      expect(stages.map(({ documents }) => documents.find(one => one.code === 'CALLED')?.name)).toEqual([
        'Licence of spring',
      ])
  })

  it('needs a consent per version, by people who may edit it', async () => {
    expect((await consent(true, { caller: scene.field })).code).toBe(403)
    const other = await scene.world.makeTenant('PAPERS-STRANGER')
    const stranger = await scene.world.signIn(other, ['enterpriseAdmin'])
    expect((await consent(false, { caller: stranger })).error).toBe('notFound')
    expect((await consent(true, { version: 2 })).error).toBe('notFound')
    const renewed = { id: paper.id, name: 'Felling permit 2' }
    expect((await scene.admin.post('/evidence/document/version', renewed)).code).toBe(200)
    const { data } = await scene.admin.get<{ consent: unknown; earlier: { consent: unknown }[] }>(
      `/evidence/document/${paper.id}/versions`,
    )
    expect(data.consent).toBeNull()
    expect(data.earlier[0]!.consent).toMatchObject({ endedAt: null })
    // The record relies on the first version, which buyers may still open.
    expect((await opened(paper.sha256)).statusCode).toBe(200)
  })
})

it('a certifier’s paper opens by the certifier’s consent, for codes that it certified', async () => {
  const body = await scene.world.makeTenant('PAPERS-BODY')
  await scene.world.admin.query(`update enterprise set kind = 'certifier' where id = $1`, [body.id])
  const certifier = await scene.world.signIn(body, ['certifier'])
  const audit = Buffer.concat([pdf, Buffer.from('\n% audit\n')])
  const id = await upload(certifier, 'audit.pdf', audit, { code: 'AUDIT', name: 'Audit' })
  const goods = await makeGoods(scene.world, scene.admin, { certified: false })
  const request = { codes: [goods.codes[0]!] }
  const path = '/certification/authorization/authorize'
  expect(await scene.admin.post(path, { ...request, certifierId: body.id })).toMatchObject({ code: 200 })
  const judged = { ...request, result: 'pass', judgedOn: '2026-11-02', papers: ['AUDIT'] }
  expect(await certifier.post('/certification/review/judge', judged)).toMatchObject({ code: 200 })
  const [first, second] = goods.codes as [string, string]
  const sha256 = hashOf(audit)
  expect((await opened(sha256, first)).statusCode).toBe(404)
  expect((await consent(true, { id })).error).toBe('notFound')
  expect(await consent(true, { caller: certifier, id })).toMatchObject({ code: 200 })
  expect(await loadPapers(first)).toEqual([{ sha256, state: 'open' }])
  expect((await opened(sha256, first)).statusCode).toBe(200)
  expect([(await opened(sha256, second)).statusCode, await loadPapers(second)]).toEqual([404, []])
  await scene.append()
  const { outcome, item } = await walkServedProof(scene, first)
  expect(outcome).toBe('proven')
  expect(item!.answer.certification.steps.at(-1)!.documents).toMatchObject([{ code: 'AUDIT', copies: [{ sha256 }] }])
})
