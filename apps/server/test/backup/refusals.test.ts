import { createHash, randomBytes } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { makeBackup } from '../../src/backup/backup.ts'
import { blobPath } from '../../src/backup/blob-files.ts'
import { DamagedBackup, explainError } from '../../src/platform/backup/errors.ts'
import type { Backup } from '../../src/platform/backup/format.ts'
import { readKey } from '../../src/platform/backup/key.ts'
import { assertNotRestoring, beginRestoring } from '../../src/backup/marker.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { locks } from '../../src/platform/database/locks.ts'
import type { Settings } from '../../src/platform/settings.ts'
import { pdf } from '../samples.ts'
import { makeWorld, type World } from '../harness.ts'
import { until } from '../until.ts'
import { contents, copyOf, emptyPlace, installation, newFolder, quiet, withClient } from './backup-place.ts'

let world: World
let folder: string
let place: Settings

beforeAll(async () => {
  world = await makeWorld()
  const admin = await world.signIn(await world.makeTenant('REFUSE'), ['enterpriseAdmin'])
  await admin.upload('/common/upload', { name: 'paper.pdf', content: pdf })
  folder = newFolder()
  await makeBackup(installation(world), { folder, progress: quiet })
  place = await emptyPlace(world)
})

/** Nothing may have been created: no data folder, no table. */
async function expectUntouched(): Promise<void> {
  expect(existsSync(place.dataDir)).toBe(false)
  expect(await contents(place.databaseOwnerUrl!)).toEqual({})
}

const restoring = (from: string, settings = place) => restoreBackup(settings, { folder: from, progress: quiet })

const readManifest = (of: string) =>
  JSON.parse(readFileSync(join(of, 'backup.json'), 'utf8')) as Backup & { seal: object }

/**
 * Changes the description of a backup.
 * @param resealed seals it again, as somebody would who knows the format but not the key
 */
function retell(of: string, change: (backup: Backup) => void, resealed = true): void {
  const { seal, ...backup } = readManifest(of)
  change(backup)
  const sha256 = createHash('sha256').update(JSON.stringify(backup)).digest('hex')
  writeFileSync(join(of, 'backup.json'), JSON.stringify({ ...backup, seal: resealed ? { ...seal, sha256 } : seal }))
}

describe('a damaged backup is refused before anything is written', () => {
  const spoilings: [string, RegExp, (copy: string) => void][] = [
    [
      'a flipped bit in a table',
      /account\.copy\.gz is damaged/,
      copy => {
        const path = join(copy, 'tables', 'account.copy.gz')
        const bytes = readFileSync(path)
        bytes[bytes.length >> 1]! ^= 1
        writeFileSync(path, bytes)
      },
    ],
    [
      'a row taken out of a table',
      /menu\.copy\.gz is damaged/,
      copy => {
        const path = join(copy, 'tables', 'menu.copy.gz')
        const rows = gunzipSync(readFileSync(path)).toString('utf8').split('\n')
        writeFileSync(path, gzipSync(rows.slice(1).join('\n')))
      },
    ],
    ['a table that is gone', /role\.copy\.gz is missing/, copy => rmSync(join(copy, 'tables', 'role.copy.gz'))],
    [
      'a table cut off',
      /menu\.copy\.gz is damaged/,
      copy => {
        const path = join(copy, 'tables', 'menu.copy.gz')
        truncateSync(path, statSync(path).size - 20)
      },
    ],
    [
      'an empty file in place of a table',
      /menu\.copy\.gz is damaged/,
      copy => truncateSync(join(copy, 'tables', 'menu.copy.gz'), 0),
    ],
    ['a file that is gone', /is missing or damaged/, copy => rmSync(firstFile(copy))],
    ['a file with other bytes', /is missing or damaged/, copy => writeFileSync(firstFile(copy), 'other')],
    ['the list of files gone', /files\.txt\.gz is missing/, copy => rmSync(join(copy, 'files.txt.gz'))],
    ['no description', /is no whole backup/, copy => rmSync(join(copy, 'backup.json'))],
    [
      'a description cut off',
      /backup\.json is damaged/,
      copy => truncateSync(join(copy, 'backup.json'), statSync(join(copy, 'backup.json')).size >> 1),
    ],
    [
      'a number changed in the description',
      /backup\.json is damaged/,
      copy => retell(copy, backup => void backup.sequences[0]!.last++, false),
    ],
  ]
  test.each(spoilings)('%s', async (_name, sentence, spoil) => {
    const copy = copyOf(folder)
    spoil(copy)
    await expect(restoring(copy)).rejects.toThrow(sentence)
    await expect(restoring(copy)).rejects.toBeInstanceOf(DamagedBackup)
    await expectUntouched()
  })

  function firstFile(copy: string): string {
    const line = gunzipSync(readFileSync(join(copy, 'files.txt.gz')))
      .toString('utf8')
      .split(' ')[0]!
    return blobPath(join(copy, 'files'), line)
  }
})

describe('a backup that is not for here is refused before anything is written', () => {
  test('made by a newer version: its format, its migrations', async () => {
    const newer = copyOf(folder)
    retell(newer, backup => Object.assign(backup, { format: 3 }))
    await expect(restoring(newer)).rejects.toThrow(/has format 3, this version reads 2/)
    const migrated = copyOf(folder)
    retell(migrated, backup => {
      Object.assign(backup, { key: null })
      backup.migrations.push({ name: '9999-later.sql', sha256: '0'.repeat(64) })
    })
    await expect(restoring(migrated)).rejects.toThrow(/newer version \(9999-later\.sql is unknown here\)/)
    const edited = copyOf(folder)
    retell(edited, backup => {
      Object.assign(backup, { key: null })
      backup.migrations[0]!.sha256 = '0'.repeat(64)
    })
    await expect(restoring(edited)).rejects.toThrow(/0001-floor\.sql differs from this version's/)
    await expectUntouched()
  })

  test('changed by somebody who knows the format, not the key', async () => {
    const copy = copyOf(folder)
    retell(copy, backup => void backup.sequences[0]!.last++)
    await expect(restoring(copy)).rejects.toThrow(/was changed after the backup had been made/)
    await expectUntouched()
  })

  test('another master key, none, or a file that is no key', async () => {
    const other = newFolder('key')
    writeFileSync(other, randomBytes(32).toString('base64'))
    await expect(restoring(folder, { ...place, masterKeyFile: other })).rejects.toThrow(/another master key/)
    await expect(restoring(folder, { ...place, masterKeyFile: newFolder('none') })).rejects.toThrow(
      /master key is needed.*--key/,
    )
    writeFileSync(other, 'no key')
    await expect(restoring(folder, { ...place, masterKeyFile: other })).rejects.toThrow(/32 bytes in base64/)
    await expectUntouched()
  })
})

test('a place that is not empty is left as it is', async () => {
  const before = await contents(world.databaseUrl)
  const dataDir = newFolder('data')
  await expect(restoring(folder, { ...place, dataDir, databaseOwnerUrl: world.databaseUrl })).rejects.toThrow(
    /The database is not empty/,
  )
  expect(await contents(world.databaseUrl)).toEqual(before)
  expect(existsSync(dataDir)).toBe(false)

  const shipped = newFolder('data')
  mkdirSync(join(shipped, 'postgres'), { recursive: true })
  const here = { ...place, databaseOwnerUrl: undefined, databaseWorkerUrl: undefined, dataDir: shipped }
  await expect(restoring(folder, here)).rejects.toThrow(/holds a database: restore into an empty folder/)
  expect(readdirSync(shipped)).toEqual(['postgres'])
})

test('what fails in the middle of a restore leaves nothing, and the next one goes through', async () => {
  const mine = await emptyPlace(world)
  for (const step of [/^1 files|^\d+ files/, /schema made/, /rows loaded/]) {
    await expect(
      restoreBackup(mine, {
        folder,
        progress: {
          ...quiet,
          done: state => {
            if (step.test(state)) throw Object.assign(new Error('write'), { code: 'ENOSPC', path: '/somewhere' })
          },
        },
      }),
    ).rejects.toThrow('write')
    expect(existsSync(mine.dataDir)).toBe(false)
    expect(await contents(mine.databaseOwnerUrl!)).toEqual({})
  }
  const stopped = new AbortController()
  await expect(
    restoreBackup(mine, { folder, signal: stopped.signal, progress: { ...quiet, now: () => stopped.abort() } }),
  ).rejects.toThrow(/abort/i)
  expect(existsSync(mine.dataDir)).toBe(false)
  await restoreBackup(mine, { folder, progress: quiet })
  expect(await contents(mine.databaseOwnerUrl!)).toEqual(await contents(world.databaseUrl))
})

test('a restore that was interrupted during its commit is found done or starts again, never doubled', async () => {
  const mine = await emptyPlace(world)
  await restoreBackup(mine, { folder, progress: quiet })
  const transaction = await withClient(mine.databaseOwnerUrl!, async client => {
    const { rows } = await client.query<{ xmin: string }>('select xmin::text from schema_migration limit 1')
    return rows[0]!.xmin
  })
  // The state that a kill between the commit and the last step leaves.
  const claim = await beginRestoring(mine.dataDir, { from: folder, made: ['files'], transaction })
  claim.stop()
  expect(() => assertNotRestoring(mine.dataDir)).toThrow(/was not finished; run it again/)
  expect(await restoreBackup(mine, { folder, progress: quiet })).toMatchObject({ already: true })
  expect(() => assertNotRestoring(mine.dataDir)).not.toThrow()
  expect(await contents(mine.databaseOwnerUrl!)).toEqual(await contents(world.databaseUrl))
  // A left-over of another database says nothing about this one.
  const foreign = await beginRestoring(mine.dataDir, { from: folder, made: [], transaction: '99999999999' })
  foreign.stop()
  await expect(restoreBackup(mine, { folder, progress: quiet })).rejects.toThrow(/not empty/)
})

test('no start takes the place for its own while the backup is still compared', async () => {
  const mine = await emptyPlace(world)
  const compared = vi.fn<() => void>(() => expect(() => assertNotRestoring(mine.dataDir)).toThrow(/restor/))
  await restoreBackup(mine, {
    folder,
    progress: { ...quiet, done: state => state.startsWith('the backup is complete') && compared() },
  })
  expect(compared).toHaveBeenCalledOnce()
})

test('a restore that slept while another took its place leaves that one alone', async () => {
  const mine = await emptyPlace(world)
  const waiting = async () =>
    Number(
      (
        await world.admin.query(
          `select count(*)::int as n from pg_locks l join pg_database d on d.oid = l.database
           where locktype = 'advisory' and not granted and d.datname = $1`,
          [new URL(mine.databaseOwnerUrl!).pathname.slice(1)],
        )
      ).rows[0].n,
    )
  const stopping = new AbortController()
  const second = await withClient(mine.databaseOwnerUrl!, async holder => {
    await holder.query('select pg_advisory_lock($1)', [locks.migrate])
    const first = restoreBackup(mine, { folder, signal: stopping.signal, progress: quiet })
    first.catch(() => {})
    await until(async () => (await waiting()) === 1, 'the first restore at the database')
    // The second process takes the first for dead: here because it is the same process, elsewhere after a minute of
    // sleep.
    const taking = restoreBackup(mine, { folder, progress: quiet })
    await until(async () => (await waiting()) === 2, 'the second restore at the database')
    stopping.abort()
    await expect(first).rejects.toThrow()
    taking.catch(() => {})
    return { taking }
  })
  await second.taking
  const { rows } = await world.admin.query<{ sha256: string }>('select sha256 from file_object')
  for (const { sha256 } of rows) expect(existsSync(blobPath(join(mine.dataDir, 'files'), sha256)), sha256).toBe(true)
  expect(() => assertNotRestoring(mine.dataDir)).not.toThrow()
  expect(await contents(mine.databaseOwnerUrl!)).toEqual(await contents(world.databaseUrl))
})

describe('where a backup goes', () => {
  const into = (target: string, settings = installation(world)) =>
    makeBackup(settings, { folder: target, progress: quiet })

  test('never under another master key than the database has: nobody could restore it', async () => {
    const other = newFolder('key')
    writeFileSync(other, randomBytes(32).toString('base64'))
    const target = newFolder()
    await expect(into(target, { ...installation(world), masterKeyFile: other })).rejects.toThrow(
      /does not hold the master key of this database/,
    )
    expect(existsSync(target) || existsSync(`${target}.part`)).toBe(false)
  })

  test('never over anything, never into the data folder', async () => {
    await expect(into(folder)).rejects.toThrow(/exists already/)
    await expect(into(join(world.services.settings.dataDir, 'backup'))).rejects.toThrow(/is inside the data folder/)
    const blocked = newFolder()
    mkdirSync(`${blocked}.part`)
    writeFileSync(join(`${blocked}.part`, 'precious.txt'), 'mine')
    await expect(into(blocked)).rejects.toThrow(/exists and is not an unfinished backup/)
    expect(readFileSync(join(`${blocked}.part`, 'precious.txt'), 'utf8')).toBe('mine')
  })

  test('what an interrupted one left is cleared away by the next', async () => {
    const target = newFolder()
    mkdirSync(join(`${target}.part`, 'tables'), { recursive: true })
    // The number of a process that is alive, but has not touched its file for long.
    writeFileSync(join(`${target}.part`, 'unfinished.json'), JSON.stringify({ pid: process.ppid }))
    await expect(into(target)).rejects.toThrow(/is being written by process/)
    const { utimesSync } = await import('node:fs')
    utimesSync(join(`${target}.part`, 'unfinished.json'), 0, 0)
    await into(target)
    expect(existsSync(join(target, 'backup.json'))).toBe(true)
    expect(existsSync(join(target, 'unfinished.json'))).toBe(false)
  })

  test('one that slept while another took its place neither finishes nor removes that one', async () => {
    const target = newFolder()
    const table = () =>
      world.admin.query<{ n: number }>(
        `select count(*)::int as n from pg_locks where not granted and relation = 'account'::regclass
       and database = (select oid from pg_database where datname = current_database())`,
      )
    const stopping = new AbortController()
    const second = await withClient(world.databaseUrl, async holder => {
      await holder.query('begin; lock table account in access exclusive mode')
      const first = makeBackup(installation(world), { folder: target, signal: stopping.signal, progress: quiet })
      first.catch(() => {})
      await until(async () => (await table()).rows[0]!.n === 1, 'the first backup at the table')
      const taking = into(target)
      taking.catch(() => {})
      await until(async () => (await table()).rows[0]!.n === 2, 'the second backup at the table')
      stopping.abort()
      await expect(first).rejects.toThrow()
      return { taking }
    })
    expect((await second.taking).files.missing).toBe(0)
    expect(existsSync(join(target, 'backup.json'))).toBe(true)
    await restoreBackup(await emptyPlace(world), { folder: target, progress: quiet })
  })

  test('a disk that is full, and an interruption, leave nothing, at any table', async () => {
    for (const after of [1, 20, 60]) {
      const target = newFolder()
      const full = Object.assign(new Error('no space left on device'), { code: 'ENOSPC', path: `${target}.part/x` })
      const progress = {
        ...quiet,
        now: (state: string) => {
          if (state.startsWith(`${after} of`)) throw full
        },
      }
      await expect(makeBackup(installation(world), { folder: target, progress })).rejects.toBe(full)
      expect(existsSync(target) || existsSync(`${target}.part`)).toBe(false)
      expect(explainError(full)).toBe(`${target}.part/x: the disk is full`)
    }
    const stopping = new AbortController()
    const target = newFolder()
    await expect(
      makeBackup(installation(world), {
        folder: target,
        signal: stopping.signal,
        progress: { ...quiet, now: () => stopping.abort() },
      }),
    ).rejects.toThrow(/abort/i)
    expect(existsSync(target) || existsSync(`${target}.part`)).toBe(false)
  })

  test('without the key it is made and says so; missing files are counted', async () => {
    const target = newFolder()
    const { rows } = await world.admin.query<{ sha256: string }>('select sha256 from file_object limit 1')
    const path = blobPath(join(world.services.settings.dataDir, 'files'), rows[0]!.sha256)
    const content = readFileSync(path)
    writeFileSync(path, 'spoilt')
    const result = await into(target, { ...installation(world), masterKeyFile: newFolder('none') })
    writeFileSync(path, content)
    expect(result).toMatchObject({ key: null, files: { missing: 1 } })
    expect(readKey(world.services.settings.masterKeyFile)).toBeDefined()
    const mine = await emptyPlace(world)
    const warned: string[] = []
    // Its rows show whether the key is the right one; nothing shows whether somebody changed them.
    const other = newFolder('key')
    writeFileSync(other, randomBytes(32).toString('base64'))
    await expect(restoreBackup({ ...mine, masterKeyFile: other }, { folder: target, progress: quiet })).rejects.toThrow(
      /another master key than the backup was made with/,
    )
    expect(existsSync(mine.dataDir)).toBe(false)
    await restoreBackup(mine, { folder: target, progress: { ...quiet, warn: line => void warned.push(line) } })
    expect(warned.join()).toMatch(/nobody can tell whether it was changed since/)
  })
})
