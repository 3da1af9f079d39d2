import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test, vi } from 'vitest'
import { makeBackup } from '../../src/backup/backup.ts'
import { makeWorld } from '../harness.ts'
import { until } from '../until.ts'
import { folderAside, installation, newFolder, quiet, withClient } from './backup-place.ts'

vi.setConfig({ testTimeout: 600_000 })

const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
})

test('a check that is killed takes its server along, and the next one removes what it left', async () => {
  const world = await makeWorld()
  const backup = newFolder()
  await makeBackup(installation(world), { folder: backup, progress: quiet })
  const temporary = folderAside()
  const asides = () => readdirSync(temporary).filter(name => name.startsWith('timbermark-check-'))
  const check = () => {
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../src/backup/run.ts'), 'check', backup], {
      env: {
        ...process.env,
        TMPDIR: temporary,
        DATA_DIR: newFolder('none'),
        MASTER_KEY_FILE: world.services.settings.masterKeyFile,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    children.push(child)
    const running = { child, said: '', ended: new Promise<number | null>(done => child.once('close', done)) }
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (running.said += chunk.toString()))
    return running
  }
  const killed = check()
  await until(() => killed.said.includes('a server runs on the restored copy'), 'the scratch server')
  const [left = ''] = asides()
  const { adminUrl } = JSON.parse(readFileSync(join(temporary, left, 'data/database.json'), 'utf8')) as {
    adminUrl: string
  }
  killed.child.kill('SIGKILL')
  await killed.ended
  await expect.poll(() => withClient(adminUrl, async () => 'there').catch(() => 'gone')).toBe('gone')
  expect(existsSync(join(temporary, left, 'master.key'))).toBe(true)
  // No process is named as the writer: it may be one of another machine.
  mkdirSync(join(temporary, 'timbermark-check-others'))
  const next = check()
  expect(await next.ended, next.said).toBe(0)
  expect(asides()).toEqual(['timbermark-check-others'])
})
