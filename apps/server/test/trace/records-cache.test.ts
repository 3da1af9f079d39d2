import { phrase } from '@timbermark/phrases/all'
import { gunzipSync } from 'node:zlib'
import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { PageAdmission, setPageAdmission } from '../../src/areas/trace/page/page-admission.ts'
import { makeScene, type Scene } from './scene.ts'

let scene: Scene
let felling: number

beforeAll(async () => {
  scene = await makeScene('LATELY')
  felling = await scene.report('felling', [scene.goods.codes[0]!])
  await scene.append()
})
afterEach(() => scene.world.admin.query("update stage_record set place = null, operator = 'CANARY operator'"))

/** From now on shared answers stay cached for this long. */
const shareFor = (ms: number) =>
  setPageAdmission(scene.world.services, new PageAdmission(scene.world.services, undefined, ms))

async function trace(code: string, language = 'en') {
  const { services } = scene.world
  const before = services.database.statements
  const answer = await scene.world.app.inject({ url: `/api/trace/${code}`, headers: { 'accept-language': language } })
  const { data } = answer.json()
  return {
    statements: services.database.statements - before,
    records: data.stages.map((stage: { recordId: string }) => Number(stage.recordId)) as number[],
    place: data.stages[0]?.place?.name as string | null,
    ledger: data.ledger.state as string,
  }
}
const name = (place: string) =>
  scene.world.admin.query('update stage_record set place = $1 where id = $2', [place, felling])

describe('codes that have records in common', () => {
  it('have them read once for all readers of one language', async () => {
    shareFor(60_000)
    const [first, second, third] = scene.goods.codes as [string, string, string]
    await name('First yard')
    const alone = await trace(first)
    expect(alone.place).toBe('First yard')
    await name('Second yard')
    const shared = await trace(second)
    expect(shared.place).toBe('First yard')
    expect(shared.statements).toBeLessThan(alone.statements)
    expect((await trace(third, 'fr')).place).toBe('Second yard')
  })

  it('are read again when the time is over, including the ledger’s evidence', async () => {
    shareFor(20)
    const [first, second] = scene.goods.codes as [string, string]
    expect((await trace(first)).ledger).toBe('recorded')
    await scene.world.admin.query("update stage_record set operator = 'Somebody else' where id = $1", [felling])
    await expect.poll(async () => (await trace(second)).ledger).toBe('mismatch')
  })

  it('show reports, corrections and records of a single code at once', async () => {
    shareFor(60_000)
    const [first, second] = scene.goods.codes as [string, string]
    expect((await trace(first)).records).toEqual([felling])
    const survey = await scene.report('forestSurvey', [second])
    expect((await trace(first)).records).toEqual([survey, felling])
    expect((await trace(second)).records).toEqual([survey, felling])
    const sale = await scene.report('productSales', [first])
    expect((await trace(first)).records).toEqual([survey, felling, sale])
    expect((await trace(second)).records).toEqual([survey, felling])
    await scene.world.admin.query("update stage_record set status = 'voided' where id = $1", [survey])
    expect((await trace(second)).records).toEqual([felling])
  })

  it('are rendered with their own facts, compressed and uncompressed', async () => {
    shareFor(60_000)
    for (const code of scene.goods.codes.slice(0, 3))
      for (const language of ['zh', 'en', 'fr'] as const) {
        const headers = { 'accept-language': language }
        const plain = await scene.world.app.inject({ url: `/c/${code}`, headers })
        const packed = await scene.world.app.inject({
          url: `/c/${code}`,
          headers: { ...headers, 'accept-encoding': 'gzip' },
        })
        expect(plain.headers['content-encoding']).toBeUndefined()
        expect(packed.headers).toMatchObject({
          'content-encoding': 'gzip',
          vary: expect.stringContaining('accept-encoding'),
        })
        const nonce = /'nonce-([^']+)'/
        const without = (html: string, policy: unknown) => html.replaceAll(nonce.exec(String(policy))![1]!, '')
        const unpacked = gunzipSync(packed.rawPayload).toString()
        expect(without(unpacked, packed.headers['content-security-policy'])).toBe(
          without(plain.payload, plain.headers['content-security-policy']),
        )
        expect(unpacked).toContain(`"code":"${code}"`)
        expect(unpacked).toContain(`id="stage-felling"`)
        expect(unpacked).toContain(phrase(language, 'trace.journey.heading'))
        for (const other of scene.goods.codes.slice(0, 3)) if (other !== code) expect(unpacked).not.toContain(other)
      }
  })
})
