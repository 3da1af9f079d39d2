/** How long `npm start` takes with everything installed and the data present. */
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { removeDatabase } from '../src/platform/postgres/postgres.ts'
import type { Claim } from './bench.ts'
import { spread } from './bench.ts'

const root = join(import.meta.dirname, '../../..')

async function startOnce(dataDir: string, port: number): Promise<number> {
  const started = performance.now()
  const child = spawn('npm', ['start'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, MEMORY_DIR: join(dataDir, 'memory'), PORT: String(port) },
    stdio: ['ignore', 'ignore', 'ignore'],
    detached: true,
  })
  const ended = new Promise(done => child.once('exit', done))
  try {
    for (;;) {
      const page = await fetch(`http://127.0.0.1:${port}/login`).catch(() => undefined)
      if (page?.ok) return performance.now() - started
      if (performance.now() - started > 180_000) throw new Error('not served within three minutes')
      await new Promise(done => setTimeout(done, 20))
    }
  } finally {
    process.kill(-child.pid!, 'SIGTERM')
    await ended
  }
}

export async function measureStart(): Promise<Claim[]> {
  const folder = mkdtempSync(join(tmpdir(), 'timbermark-start-'))
  const dataDir = join(folder, 'data')
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  try {
    const first = await startOnce(dataDir, port)
    const again: number[] = []
    for (let run = 0; run < 3; run++) again.push(await startOnce(dataDir, port))
    return [
      {
        title: 'npm start, everything installed and data present',
        found: `page served after ${spread(
          again.map(ms => ms / 1000),
          2,
        )} s (the first start, which makes the demonstration, took ${(first / 1000).toFixed(1)} s)`,
        bound: 'under 3 s',
        held: Math.max(...again) < 3000,
      },
    ]
  } finally {
    removeDatabase(join(dataDir, 'postgres'))
    rmSync(folder, { recursive: true, force: true })
  }
}
