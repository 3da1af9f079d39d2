/** The proof of a code with 18 records, in a log that has grown for years, against the answer that proves nothing. */
import { stages } from '@timbermark/contract/stages'
import { completeRequest } from '../test/goods.ts'
import { addHistory } from '../test/trace/history.ts'
import { type Claim, median, percentile } from './bench.ts'
import { type BenchWorld, makeBatch, requestCodes } from './world.ts'

const calls = 300
const warmUp = 100
const bound = 20

/** Codes of a batch with one record of each stage. */
async function codesOf18(world: BenchWorld): Promise<string[]> {
  const batchId = await makeBatch(world)
  const id = await requestCodes(world, batchId, 10_000)
  await completeRequest(world, id)
  for (const { key } of stages) await addHistory(world.services, world.tenantId, { batchId, stage: key, count: 1 })
  const { rows } = await world.admin.query('select request_number from code_request where id = $1', [id])
  const entry = world.services.directory.get(rows[0].request_number)
  if (!entry) throw new Error('The request is not in the directory')
  const made = world.services.directory.codesOf(entry)
  return Array.from({ length: calls }, (_, n) => made.code(n * 31))
}

async function timed(url: string): Promise<number> {
  const started = performance.now()
  const answer = await fetch(url)
  await answer.arrayBuffer()
  if (!answer.ok) throw new Error(`${url}: ${answer.status}`)
  return performance.now() - started
}

/** @param subjects in the log before */
export async function measureProofs(world: BenchWorld, subjects: number): Promise<Claim> {
  const codes = await codesOf18(world)
  const proofs: number[] = []
  const stated: number[] = []
  for (const [n, code] of [...codes.slice(0, warmUp), ...codes].entries()) {
    const each = [await timed(`${world.url}/api/trace/${code}/proof`), await timed(`${world.url}/api/trace/${code}`)]
    if (n < warmUp) continue
    proofs.push(each[0]!)
    stated.push(each[1]!)
  }
  const [ours, plain] = [percentile(proofs, 0.95), percentile(stated, 0.95)]
  return {
    title: `proof of a code with ${stages.length} records, ${subjects.toLocaleString('en')} subjects in the log`,
    found: `median ${median(proofs).toFixed(1)} ms, p95 ${ours.toFixed(1)} ms one after another; the answer without proof p95 ${plain.toFixed(1)} ms: ${(ours / plain).toFixed(2)} times`,
    bound: `p95 under ${bound} ms`,
    held: ours < bound,
  }
}
