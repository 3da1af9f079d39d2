/** 20,000,000 codes compared with making the same rows and copying them into a table with a unique index. */
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { pipeline } from 'node:stream/promises'
import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { deriveRequestKeys, LineWriter, lineSlack, RequestCodes } from '@timbermark/codes/node'
import { from as copyFrom } from 'pg-copy-streams'
import pg from 'pg'
import type { Claim } from './bench.ts'
import { percentile, seconds, spread } from './bench.ts'
import { type BenchWorld, makeBatch, makeCodes, requestCodes } from './world.ts'

const count = 20_000_000
const plainCount = 5_000_000

/** COPY into a table that has its unique index, or gets it afterwards. */
async function copyInto(world: BenchWorld, indexFirst: boolean, lines: Iterable<Uint8Array | string>): Promise<number> {
  const client = new pg.Client({ connectionString: world.services.database.workerUrl })
  await client.connect()
  await world.admin.query('create table plain_code (code text not null, security text not null)')
  await world.admin.query('grant all on plain_code to timbermark_worker')
  const index = () => world.admin.query('create unique index on plain_code (code)')
  const started = performance.now()
  if (indexFirst) await index()
  await pipeline(
    Readable.from(lines, { objectMode: false, highWaterMark: 1 << 20 }),
    client.query(copyFrom('copy plain_code (code, security) from stdin (format csv)')),
  )
  if (!indexFirst) await index()
  const took = performance.now() - started
  await client.end()
  await world.admin.query('drop table plain_code')
  return took
}

/** The simple way: the same rows made one by one and copied into a table with a unique index. */
function plainLines(): Iterable<string> {
  const codes = new RequestCodes(deriveRequestKeys(randomBytes(32), 1, 1), 1)
  return (function* () {
    for (let first = 0; first < plainCount; first += 1000) {
      let text = ''
      for (let serial = first; serial < first + 1000; serial++)
        text += `${codes.code(serial)},${codes.security(serial, 'alnum', 8)}\n`
      yield text
    }
  })()
}

/** The best that is possible with rows: lines in bulk by our own writer, the index created after all rows. */
function bulkLines(): Iterable<Uint8Array> {
  const writer = new LineWriter(deriveRequestKeys(randomBytes(32), 1, 1), 1, {
    prefix: '',
    separator: ',',
    rule: 'alnum',
    securityLength: 8,
  })
  const block = 20_000
  return (function* () {
    for (let first = 0; first < plainCount; first += block) {
      const bytes = new Uint8Array(block * writer.width + lineSlack)
      writer.write(bytes, first, block)
      yield bytes.subarray(0, block * writer.width)
    }
  })()
}

async function databaseBytes(world: BenchWorld): Promise<number> {
  return Number((await world.admin.query('select pg_database_size(current_database()) as bytes')).rows[0].bytes)
}

/** Other users' requests meanwhile: a list call every few milliseconds. */
function traffic(world: BenchWorld): { stop(): Promise<number[]> } {
  let going = true
  const times: number[] = []
  const running = (async () => {
    while (going) {
      const started = performance.now()
      const response = await fetch(`${world.url}/api/catalog/product/list?page=1&limit=20`, {
        headers: { authorization: `Bearer ${world.token}` },
      })
      await response.arrayBuffer()
      times.push(performance.now() - started)
      await new Promise(done => setTimeout(done, 5))
    }
  })()
  return {
    async stop() {
      going = false
      await running
      return times
    },
  }
}

export async function measureCodes(world: BenchWorld): Promise<Claim[]> {
  const batch = await makeBatch(world)
  const quiet = traffic(world)
  await new Promise(done => setTimeout(done, 3000))
  const before = await quiet.stop()

  await makeCodes(world, await requestCodes(world, batch, 10_000))

  const runs: number[] = []
  const growth: number[] = []
  const during: number[] = []
  let delay = 0
  let id = 0
  const bytesBefore = await databaseBytes(world)
  for (let run = 0; run < 3; run++) {
    id = await requestCodes(world, batch, count)
    const memory = process.memoryUsage().rss
    let peak = memory
    const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 20)
    const loop = monitorEventLoopDelay({ resolution: 5 })
    loop.enable()
    const others = traffic(world)
    runs.push(await makeCodes(world, id))
    during.push(...(await others.stop()))
    loop.disable()
    clearInterval(watch)
    delay = Math.max(delay, loop.max / 1e6)
    growth.push((peak - memory) / 2 ** 20)
  }
  const bytesAfter = await databaseBytes(world)

  const plain = await copyInto(world, true, plainLines())
  const bulk = await copyInto(world, false, bulkLines())
  const scale = count / plainCount
  const scaled = plain * scale
  const medianRun = runs.sort((a, b) => a - b)[1]!
  return [
    {
      title: '20,000,000 codes, submit to completed with manifest',
      found: `ours ${spread(
        runs.map(ms => ms / 1000),
        2,
      )} s; plain way ${seconds(plain)} for 5,000,000, scaled by ${scale} to ${seconds(scaled)}: ${(scaled / medianRun).toFixed(0)} times; against the best rows can do (our bulk writer, index made last: ${seconds(bulk * scale)}) ${((bulk * scale) / medianRun).toFixed(0)} times`,
      bound: 'at least 30 times faster',
      held: scaled / medianRun >= 30,
    },
    {
      title: 'what the codes cost in the database',
      found: `3 requests of 20,000,000 codes: 3 rows, database grew ${((bytesAfter - bytesBefore) / 1024).toFixed(0)} kB in all (requests, log entries, ledger leaves)`,
      bound: '0 rows and 0 bytes per code',
      held: bytesAfter - bytesBefore < 4 * 2 ** 20,
    },
    {
      title: 'memory while making',
      found: `resident growth ${spread(growth, 0)} MB`,
      bound: 'under 200 MB',
      held: Math.max(...growth) < 200,
    },
    {
      title: 'event loop while making',
      found: `longest wait ${delay.toFixed(1)} ms`,
      bound: 'never over 50 ms',
      held: delay < 50,
    },
    {
      title: 'other requests while making (product list)',
      found: `p95 ${percentile(before, 0.95).toFixed(1)} ms before, ${percentile(during, 0.95).toFixed(1)} ms meanwhile (${before.length} and ${during.length} calls)`,
      bound: 'at most doubled',
      held: percentile(during, 0.95) <= 2 * percentile(before, 0.95),
    },
    ...(await measureDownload(world, id)),
  ]
}

async function measureDownload(world: BenchWorld, id: number): Promise<Claim[]> {
  const url = `${world.url}/api/code/request/${id}/download?format=csv`
  const headers = { authorization: `Bearer ${world.token}` }
  const { manifest } = await world.call<{ manifest: { sha256: string } }>('GET', `/code/request/${id}`)
  const rates: number[] = []
  let same = true
  for (let run = 0; run < 4; run++) {
    const { stdout } = await promisify(execFile)(process.execPath, [
      join(import.meta.dirname, 'download-client.ts'),
      url,
      world.token,
      ...(run === 0 ? ['hash'] : []),
    ])
    const { bytes, ms, sha256 } = JSON.parse(stdout) as { bytes: number; ms: number; sha256?: string }
    // The first run also hashes, to compare with the manifest, and is not counted.
    if (run === 0) same = sha256 === manifest.sha256
    else rates.push(bytes / 30 / (ms / 1000) / 1e6)
  }
  const ranges: number[] = []
  let equal = true
  const expected = await fetch(url, { headers: { ...headers, range: 'bytes=300000000-300299999' } }).then(response =>
    response.arrayBuffer(),
  )
  for (let run = 0; run < 40; run++) {
    const from = run * 7000
    const started = performance.now()
    const answer = await fetch(url, {
      headers: { ...headers, range: `bytes=${300_000_000 + from}-${300_000_000 + from + 999}` },
    })
    const part = Buffer.from(await answer.arrayBuffer())
    ranges.push(performance.now() - started)
    equal &&= part.equals(Buffer.from(new Uint8Array(expected, from, 1000)))
  }
  return [
    {
      title: 'download of 20,000,000 codes over HTTP on loopback',
      found: `${spread(rates, 2)} million lines a second; the file ${same ? 'equals' : 'DIFFERS FROM'} its manifest`,
      bound: 'at least 2 million lines a second',
      held: Math.min(...rates) >= 2 && same,
    },
    {
      title: 'Range in the middle of it',
      found: `median ${percentile(ranges, 0.5).toFixed(1)} ms, p95 ${percentile(ranges, 0.95).toFixed(1)} ms; bytes ${equal ? 'equal' : 'DIFFER from'} the whole`,
      bound: 'under 20 ms',
      held: percentile(ranges, 0.5) < 20 && equal,
    },
  ]
}
