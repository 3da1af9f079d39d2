/** The proof of a code with 18 records, in a log as large as after years, compared with the answer without a proof. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { stages } from '@timbermark/contract/stages'
import { completeRequest } from '../test/goods.ts'
import { addHistory } from '../test/trace/history.ts'
import { type Claim, median, percentile } from './bench.ts'
import { type BenchWorld, makeBatch, requestCodes } from './world.ts'

const calls = 300
const warmUp = 100
const bound = 20

/** Codes of a batch with one record of each stage. */
export async function codesOf18(world: BenchWorld): Promise<string[]> {
  const batchId = await makeBatch(world)
  const id = await requestCodes(world, batchId, 10_000)
  await completeRequest(world, id)
  for (const { key } of stages) await addHistory(world.services, world.tenantId, { batchId, stage: key, count: 1 })
  const { rows } = await world.admin.query('select request_number from code_request where id = $1', [id])
  const entry = await world.services.directory.find(rows[0].request_number)
  if (!entry) throw new Error('The request is not in the directory')
  const requestedCodes = world.services.directory.codesOf(entry)
  return Array.from({ length: calls }, (_, n) => requestedCodes.code(n * 31))
}

/** Milliseconds of each, measured by a process of its own: its own work is not the server's time. */
async function timed(urls: readonly string[]): Promise<number[]> {
  const client = spawn(process.execPath, [join(import.meta.dirname, 'one-by-one.ts')], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  client.stdin.end(urls.join('\n'))
  return JSON.parse(await text(client.stdout)) as number[]
}

/** @param subjects in the log before */
export async function measureProofs(world: BenchWorld, subjects: number): Promise<Claim> {
  const codes = await codesOf18(world)
  // What is still to be written after filling the log does not concern readers.
  await world.admin.query('checkpoint')
  const addresses = [...codes.slice(0, warmUp), ...codes].flatMap(code => [
    `${world.url}/api/trace/${code}/proof`,
    `${world.url}/api/trace/${code}`,
  ])
  const times = (await timed(addresses)).slice(warmUp * 2)
  const proofs = times.filter((_, n) => n % 2 === 0)
  const stated = times.filter((_, n) => n % 2 === 1)
  const [ours, plain] = [percentile(proofs, 0.95), percentile(stated, 0.95)]
  return {
    title: `proof of a code with ${stages.length} records, ${subjects.toLocaleString('en')} subjects in the log`,
    found: `median ${median(proofs).toFixed(1)} ms, p95 ${ours.toFixed(1)} ms one after another; the answer without proof p95 ${plain.toFixed(1)} ms: ${(ours / plain).toFixed(2)} times`,
    bound: `p95 under ${bound} ms`,
    held: ours < bound,
  }
}
