import { parseCode, statedSerial } from '@timbermark/codes'
import type { SealedProof } from '@timbermark/contract/trace'
import { beforeAll, describe, expect, it } from 'vitest'
import { walkProof } from '../../../trace/src/proof/walk.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { requestSubjects } from '../../src/areas/ledger/log/request-subjects.ts'
import { certifyRequest, completeRequest } from '../goods.ts'
import { codeRequest } from '../code-request.ts'
import { makeScene, type Scene } from './scene.ts'

/** F6: which serial a code has. The browser computes it, or says that the platform states it. */
let scene: Scene

beforeAll(async () => {
  scene = await makeScene('SERIAL')
  await scene.report('productSales', [scene.goods.codes[0]!])
  await scene.append()
})

const proofOf = async (code: string) => (await scene.world.anonymous.get<SealedProof>(`/trace/${code}/proof`)).data

/** Walks the answer for one code as the holder of another one. */
const walkAs = (code: string, answer: SealedProof) =>
  walkProof([answer], {
    code,
    language: 'en',
    now: Date.now(),
    keys: [ledgerLog(scene.world.services).at(1).verifierKey],
    requestKey: requestSubjects(scene.world.services.secrets).key,
  })

function serialIn(code: string): number {
  const parsed = parseCode(code)
  if (!parsed.ok) throw new Error(code)
  return statedSerial(parsed)
}

/** A completed request as one from before format 2. @returns its first codes */
async function makeFormerRequest(): Promise<string[]> {
  const { world, admin, goods } = scene
  const { data } = await admin.post<{ id: number }>('/code/request', codeRequest(goods.batchId, { count: 10_000 }))
  await world.admin.query('update code_request set code_format = 1 where id = $1', [data.id])
  world.services.directory.forgetAll()
  await completeRequest(world, data.id)
  await certifyRequest(world, data.id)
  const { rows } = await admin.get(`/code/qr/list?requestId=${data.id}&limit=50`)
  return rows.map(row => row.code as string)
}

describe('a code of a new request', () => {
  it('states the serial by which the server knows it', async () => {
    for (const code of scene.goods.codes.slice(0, 10)) {
      const opened = await scene.world.services.directory.open(code)
      expect(opened).toMatchObject({ known: true, serial: serialIn(code), entry: { codeFormat: 2 } })
    }
  })

  it('is proven by its own answer only: another code’s, with other sales and another block, is refused', async () => {
    const [sold, next] = scene.goods.codes as [string, string]
    const far = (await scene.world.services.directory.open(sold)) as { codes: { code(serial: number): string } }
    const walked = await walkAs(sold, await proofOf(sold))
    expect([walked.outcome, walked.faults, walked.item?.serialFrom]).toEqual(['proven', [], 'code'])
    expect(walked.item!.answer.stages.map(({ stage }) => stage)).toEqual(['productSales'])
    for (const other of [next, far.codes.code(70), far.codes.code(9200)]) {
      const { outcome, faults, item } = await walkAs(sold, await proofOf(other))
      expect([outcome, faults, item]).toEqual(['suspicious', [{ fault: 'serial', about: 'request' }], null])
    }
  })
})

describe('a code of a request of format 1', () => {
  it('stays valid: it opens, is proven, and its serial is the platform’s statement', async () => {
    const codes = await makeFormerRequest()
    await scene.append()
    for (const [serial, code] of codes.slice(0, 10).entries()) {
      const opened = await scene.world.services.directory.open(code)
      expect(opened).toMatchObject({ known: true, serial, entry: { codeFormat: 1 } })
      expect(serialIn(code)).not.toBe(serial)
    }
    const walked = await walkAs(codes[0]!, await proofOf(codes[0]!))
    expect([walked.outcome, walked.faults, walked.item?.serialFrom]).toEqual(['proven', [], 'platform'])
    // This is what format 2 ends.
    expect((await walkAs(codes[0]!, await proofOf(codes[9]!))).outcome).toBe('proven')
  })

  it('is told apart by the sealed request', async () => {
    const { rows } = await scene.world.admin.query<{ open: string; format: number }>(
      `select s.open, r.code_format as format from sealed_content s join code_request r on r.id = s.row_id where s.kind = 'request' order by s.id`,
    )
    expect(rows.map(({ open, format }) => [format, (JSON.parse(open) as { codeFormat?: number }).codeFormat])).toEqual([
      [2, 2],
      [1, undefined],
    ])
  })
})
