import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { backUp, checkNewest } from '../../src/areas/monitor/backup/scheduled-backup.ts'
import { removeUnusedBlobs } from '../../src/areas/file/unused-blobs.ts'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { rowChecks } from '../../src/areas/trace/proof/nightly-check.ts'
import { makeBackup } from '../../src/backup/backup.ts'
import { blobPath } from '../../src/backup/blob-files.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { makeServices } from '../../src/services.ts'
import { pdf, png } from '../samples.ts'
import { makeScene, type Scene } from '../trace/scene.ts'
import {
  contents,
  emptyPlace,
  guards,
  installation,
  newFolder,
  nextNumbers,
  quiet,
  waitFor,
  withClient,
} from './backup-place.ts'

let scene: Scene

/** Text with every character that COPY escapes. */
const awkward = 'line\nend \\ back\\slash\ttab \\. \\N "quoted" é 木材 \u{1F333}'

beforeAll(async () => {
  scene = await makeScene('KEEPER')
  const { world, admin, goods } = scene
  await scene.report('felling', goods.codes.slice(0, 3), { operator: 'Someone' })
  await scene.append()
  await admin.upload('/common/upload', { name: 'stack.png', content: png })
  await admin.post('/catalog/category', { name: 'Awkward', remark: awkward })
  await world.admin.query('update category set remark = $1 where name = $2', [awkward, 'Awkward'])
  // A month that no migration makes when it runs today.
  await world.admin.query(`select ensure_log_partitions('2020-02-01')`)
  await world.admin.query(
    `insert into scan_log (tenant_id, request_number, serial, scanned_at) values ($1, 1, 0, '2020-02-17T12:00:00.123456Z')`,
    [scene.tenant.id],
  )
})

test('a restored backup holds every row, number, guard and file of the moment it was made', async () => {
  const { world } = scene
  const folder = newFolder()
  const summary = await makeBackup(installation(world), { folder, progress: quiet })
  expect(summary.files.missing).toBe(0)
  expect(summary.files.count).toBeGreaterThanOrEqual(3)
  expect(readdirSync(folder).sort()).toEqual(['backup.json', 'files', 'files.txt.gz', 'kept', 'tables'])
  expect(statSync(folder).mode & 0o077).toBe(0)
  expect(existsSync(`${folder}.part`)).toBe(false)

  const place = await emptyPlace(world)
  const restored = await restoreBackup(place, { folder, progress: quiet })
  expect(restored.newer).toEqual([])
  const [was, is] = [await contents(world.databaseUrl), await contents(place.databaseOwnerUrl!)]
  expect(is).toEqual(was)
  expect(is.scan_log).toMatch(/^1 rows/)
  expect(restored.rows).toBe(Object.values(was).reduce((sum, content) => sum + Number(content.split(' ')[0]), 0))
  expect(await nextNumbers(place.databaseOwnerUrl!)).toEqual(await nextNumbers(world.databaseUrl))
  expect(await guards(place.databaseOwnerUrl!)).toEqual(await guards(world.databaseUrl))
  const hashes = await world.admin.query<{ sha256: string }>(
    'select sha256 from file_object union select public_sha256 from file_object where public_sha256 is not null',
  )
  for (const { sha256 } of hashes.rows) {
    const now = readFileSync(blobPath(join(place.dataDir, 'files'), sha256))
    expect(now.equals(readFileSync(blobPath(join(world.services.settings.dataDir, 'files'), sha256)))).toBe(true)
  }
  expect(existsSync(join(place.dataDir, 'restoring.json'))).toBe(false)

  const services = await makeServices(place, {
    serverUrl: place.databaseOwnerUrl!,
    workerUrl: place.databaseOwnerUrl!,
  })
  const check = await checkWholeLedger(services.database, ledgerLog(services), rowChecks)
  // Enterprise, product, batch as sealed and as it is since the report, request, and the reference of the record; also
  // the steps of certification and the act that put the labels in use, in ranges of the codes; and one statement of the index.
  expect(check).toMatchObject({ faults: [], leaves: 16, indexed: 8 })
  expect(check.contents).toBeGreaterThanOrEqual(7)
  services.directory.forgetAll()
  expect(await services.directory.open(scene.goods.codes[0]!)).toMatchObject({ known: true, serial: 0 })
  await services.database.close()
})

test('an owner who is no superuser restores and backs up every row too, those behind row security included', async () => {
  const { world } = scene
  const first = newFolder()
  await makeBackup(installation(world), { folder: first, progress: quiet })
  const place = await emptyPlace(world, { user: `owner_${process.pid}`, password: 'no-superuser' })
  await restoreBackup(place, { folder: first, progress: quiet })
  expect(
    await contents(place.databaseOwnerUrl!.replace(/\/\/.*@/, new URL(world.databaseUrl).href.match(/\/\/.*@/)![0])),
  ).toEqual(await contents(world.databaseUrl))
  expect(await guards(place.databaseOwnerUrl!)).toEqual(await guards(world.databaseUrl))

  await expect(
    makeBackup({ ...place, databaseWorkerUrl: undefined }, { folder: newFolder(), progress: quiet }),
  ).rejects.toThrow(/DATABASE_WORKER_URL/)
  const second = newFolder()
  const again = await makeBackup(place, { folder: second, progress: quiet })
  const counts = (backup: typeof again) => backup.tables.map(({ table, rows }) => `${table} ${rows}`)
  expect(counts(again)).toEqual(counts(JSON.parse(readFileSync(join(first, 'backup.json'), 'utf8'))))
  await withClient(world.databaseUrl, async client => {
    await client.query(`drop database ${new URL(place.databaseOwnerUrl!).pathname.slice(1)} with (force)`)
    await client.query(`drop role owner_${process.pid}`)
  })
})

test('what is written while a backup is made is in it whole or not at all; what was acknowledged before is in it', async () => {
  const { world, admin, goods } = scene
  let going = true
  let failed = ''
  const acknowledged: string[] = []
  const writing = async (work: (n: number) => Promise<{ code: number; msg: string }>) => {
    for (let n = 0; going; n++) {
      const { code, msg } = await work(n)
      if (code !== 200) failed = msg
    }
  }
  const writers = [
    writing(async n => {
      const answer = await admin.post('/catalog/category', { name: `during ${n}`, orderNum: 1 })
      if (answer.code === 200) acknowledged.push(`during ${n}`)
      return answer
    }),
    writing(n =>
      admin.upload('/common/upload', { name: `${n}.pdf`, content: Buffer.concat([pdf, Buffer.from(`%${n}`)]) }),
    ),
    writing(n => world.anonymous.post('/trace/scan', { code: goods.codes[n % 10] })),
    (async () => {
      for (const code of goods.codes.slice(10, 30)) {
        await scene.report('felling', [code])
        await scene.append()
      }
    })(),
  ]
  await waitFor(() => acknowledged.length >= 5)
  const before = [...acknowledged]
  let during = 0
  const folder = newFolder()
  const summary = await makeBackup(installation(world), {
    folder,
    progress: {
      ...quiet,
      now: () => {
        during = acknowledged.length
      },
    },
  })
  going = false
  await Promise.all(writers)
  expect(failed).toBe('')
  expect(before.length).toBeGreaterThanOrEqual(5)
  expect(during).toBeGreaterThan(before.length)
  expect(summary.files.missing).toBe(0)

  const place = await emptyPlace(world)
  // Restores the foreign keys, which fails when a row lacks what it refers to.
  await restoreBackup(place, { folder, progress: quiet })
  await withClient(place.databaseOwnerUrl!, async client => {
    const names = await client.query<{ name: string }>(`select name from category where name like 'during %'`)
    const there = new Set(names.rows.map(row => row.name))
    expect(before.filter(name => !there.has(name))).toEqual([])
    expect(there.size).toBeLessThan(acknowledged.length)
    const sums = await client.query<{ scans: number; logged: number }>(
      "select (select coalesce(sum(scans), 0)::int from code_stat) as scans, (select count(*)::int from scan_log where request_number > 1 or scanned_at > now() - interval '1 year') as logged",
    )
    expect(sums.rows[0]!.scans).toBe(sums.rows[0]!.logged)
    const files = await client.query<{ sha256: string }>('select sha256 from file_object')
    expect(files.rows.filter(({ sha256 }) => !existsSync(blobPath(join(place.dataDir, 'files'), sha256)))).toEqual([])
  })
  const services = await makeServices(place, { serverUrl: place.databaseOwnerUrl!, workerUrl: place.databaseOwnerUrl! })
  expect((await checkWholeLedger(services.database, ledgerLog(services), rowChecks)).faults).toEqual([])
  await services.database.close()
})

test('the sweep of contents leaves everything while a backup is made, and a month of logs can be made meanwhile', async () => {
  const { world, admin } = scene
  const content = Buffer.concat([pdf, Buffer.from('%going')])
  const { id } = (await admin.upload<{ id: string }>('/common/upload', { name: 'going.pdf', content })).data
  const { rows } = await world.admin.query<{ sha256: string }>('select sha256 from file_object where id = $1', [id])
  const { sha256 } = rows[0]!
  const late = new Date(Date.now() + 60_000)
  const folder = newFolder()
  // Stops the backup in the middle: it waits for this table.
  const making = await withClient(world.databaseUrl, async holder => {
    await holder.query('begin; lock table store in access exclusive mode')
    const backup = makeBackup(installation(world), { folder, progress: quiet })
    await waitFor(() => existsSync(join(`${folder}.part`, 'tables', 'stage_template.copy.gz')))
    await world.admin.query('delete from file_object where id = $1', [id])
    expect(await removeUnusedBlobs(world.services, late)).toBe(0)
    await world.admin.query(`set lock_timeout = '20s'; select ensure_log_partitions('2019-05-01'); reset lock_timeout`)
    await holder.query('commit')
    return backup
  })
  expect(making.files.missing).toBe(0)
  expect(existsSync(blobPath(join(folder, 'files'), sha256))).toBe(true)
  // Without a backup in progress it is removed.
  expect(await removeUnusedBlobs(world.services, late)).toBeGreaterThan(0)
  expect(await world.services.files.blobs.has(sha256)).toBe(false)
})

test('a later backup shares unchanged files with an earlier one, and no corrupted ones', async () => {
  const { world } = scene
  const first = newFolder()
  await makeBackup(installation(world), { folder: first, progress: quiet })
  const { rows } = await world.admin.query<{ sha256: string }>('select distinct sha256 from file_object')
  const [spoilt, ...sound] = rows.map(({ sha256 }) => sha256)
  writeFileSync(blobPath(join(first, 'files'), spoilt!), 'spoilt')
  const second = newFolder()
  const summary = await makeBackup(installation(world), { folder: second, since: first, progress: quiet })
  expect(summary.files.missing).toBe(0)
  expect(sound.length).toBeGreaterThan(0)
  for (const sha256 of sound) expect(statSync(blobPath(join(second, 'files'), sha256)).nlink).toBe(2)
  expect(statSync(blobPath(join(second, 'files'), spoilt!)).nlink).toBe(1)
  await restoreBackup(await emptyPlace(world), { folder: second, progress: quiet })
})

test('planned backups share files and are removed by the rule; a corrupted one is detected', async () => {
  const { world } = scene
  const backupDir = newFolder('planned')
  const { log, database } = world.services
  const services = { settings: { ...installation(world), backupDir }, log, database }
  const never = new AbortController().signal
  const rule = { days: 1, weeks: 0, months: 0 }
  await expect(
    backUp({ ...services, settings: { ...services.settings, backupDir: undefined } }, rule, never),
  ).rejects.toThrow('monitor.backup.off')
  await expect(checkNewest(services, never)).rejects.toThrow('monitor.backup.none')

  expect(await backUp(services, rule, never)).toEqual({ backups: 1, removed: 0 })
  const [first = ''] = readdirSync(backupDir)
  expect(first).toMatch(/^20\d\d-\d\d-\d\dT\d{6}Z$/)
  // The left-overs of a killed run, an older backup, and a file of the operator.
  renameSync(join(backupDir, first), join(backupDir, '2020-02-01T010000Z'))
  for (const left of ['2020-01-01T010000Z.part', '2020-01-02T010000Z.leaving', 'notes'])
    mkdirSync(join(backupDir, left))
  const longAgo = new Date(Date.now() - 3_600_000)
  utimesSync(join(backupDir, '2020-01-01T010000Z.part'), longAgo, longAgo)
  expect(await backUp(services, rule, never)).toEqual({ backups: 1, removed: 1 })
  const names = readdirSync(backupDir).sort()
  expect(names).toEqual([expect.stringMatching(/^20\d\d-\d\d-\d\dT\d{6}Z$/), 'notes'])

  // No process waits any more: nothing is left unfinished, and what existed stays.
  const stopping = new AbortController()
  const broken = backUp(services, rule, stopping.signal)
  stopping.abort()
  await expect(broken).rejects.toThrow()
  expect(readdirSync(backupDir).sort()).toEqual(names)

  writeFileSync(join(backupDir, names[0]!, 'files.txt.gz'), 'spoilt')
  await expect(checkNewest(services, never)).rejects.toThrow('monitor.backup.damaged')
  const away = { ...services.settings, databaseOwnerUrl: 'postgres://nobody@127.0.0.1:1/none?connect_timeout=1' }
  await expect(backUp({ ...services, settings: away }, rule, never)).rejects.toThrow('monitor.backup.failed')
  expect(readdirSync(backupDir).sort()).toEqual(names)
})
