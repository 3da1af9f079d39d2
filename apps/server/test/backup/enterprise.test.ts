import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { entityByKey } from '@timbermark/contract'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { ledgerLog } from '../../src/areas/ledger/log/log.ts'
import { checkWholeLedger } from '../../src/areas/ledger/log/verify.ts'
import { rowChecks } from '../../src/areas/trace/proof/nightly-check.ts'
import { makeBackup } from '../../src/backup/backup.ts'
import { blobPath } from '../../src/backup/blob-files.ts'
import { type EnterpriseOptions, restoreEnterprise } from '../../src/backup/enterprise/restore-enterprise.ts'
import { openScratchCopy, type ScratchCopy } from '../../src/backup/enterprise/scratch-copy.ts'
import { eachLine, writeLines } from '../../src/backup/table-file.ts'
import { generateBackupKey, plainForm } from '../../src/platform/backup/encryption.ts'
import { type Backup, readDescription, writeDescription } from '../../src/platform/backup/format.ts'
import { readKey } from '../../src/platform/backup/key.ts'
import type { Settings } from '../../src/platform/settings.ts'
import { authorize } from '../goods.ts'
import { addSample, pdf, png, type SampleReferences } from '../samples.ts'
import { makeScene, sceneIn, type Scene } from '../trace/scene.ts'
import { walkServedProof } from '../trace/walk-proof.ts'
import { publish } from '../trade/market.ts'
import { until } from '../until.ts'
import { copyOf, installation, newFolder, quiet, withClient } from './backup-place.ts'

vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 })

let scene: Scene
let other: Scene
let folder: string
let settings: Settings
/** Records that are deleted after the backup. */
const ids: Record<string, number> = {}
let user: { id: number; name: string; password: string }
let paper: { id: number; file: string; sha256: string }

const rowsOf = async (tenant: number, tables: readonly string[]) => {
  const rows: Record<string, string[]> = {}
  for (const table of tables) {
    const { rows: present } = await scene.world.admin.query<{ text: string }>(
      `select t::text as text from ${table} t where tenant_id = $1 order by t::text collate "C"`,
      [tenant],
    )
    rows[table] = present.map(({ text }) => text)
  }
  return rows
}

const allTables = async () => {
  const { rows } = await scene.world.admin.query<{ table: string }>(`
    select c.relname as table from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition order by 1`)
  return rows.map(({ table }) => table)
}

/** The copy last used: a restore only reads it, and most restores here follow another one from the same backup. */
let shared: { key: string; copy: ScratchCopy } | undefined
async function closeShared(): Promise<void> {
  await shared?.copy.close()
  shared = undefined
}
const openShared: typeof openScratchCopy = async (tenant, options) => {
  const key = `${tenant} ${options.folder}`
  if (shared?.key !== key) {
    // A new copy removes the others of this process.
    await closeShared()
    shared = { key, copy: await openScratchCopy(tenant, options) }
  }
  return { ...shared.copy, close: async () => {} }
}
afterAll(closeShared)

const restore = (more: Partial<EnterpriseOptions> = {}, place = settings) =>
  restoreEnterprise(place, {
    folder,
    identification: 'LOSER',
    commit: false,
    progress: quiet,
    openCopy: openShared,
    ...more,
  })

const outcomeOf = ({ tables }: Awaited<ReturnType<typeof restore>>, table: string) =>
  tables.find(one => one.table === table)!

beforeAll(async () => {
  scene = await makeScene('LOSER')
  const { world, admin, goods, tenant } = scene
  other = await sceneIn(world, 'NEIGHBOUR')
  await scene.report('felling', goods.codes.slice(0, 3), { operator: 'Someone' })
  await scene.append()
  const references: SampleReferences = new Map()
  const add = async (key: string) => {
    const entity = entityByKey(key)!
    const { id } = await addSample(admin, entity, `R ${key.split('/')[1]}`, references)
    references.set(entity, id)
    ids[entity.name] = id
    return id
  }
  for (const key of ['category', 'product', 'batch']) await add(`catalog/${key}`)
  for (const key of ['dealer-level', 'dealer', 'store', 'customer', 'supplier']) await add(`channel/${key}`)
  ids.listing = await publish(admin)
  const uploaded = await admin.upload<{ id: string }>('/common/upload', {
    name: 'permit.pdf',
    content: Buffer.concat([pdf, randomBytes(20)]),
  })
  const document = await admin.post<{ id: number }>('/evidence/document', {
    code: 'LOST-1',
    name: 'Lost permit',
    type: 'certificate',
    file: [uploaded.data.id],
  })
  const stored = await world.admin.query('select sha256 from file_object where id = $1', [uploaded.data.id])
  paper = { id: document.data.id, file: uploaded.data.id, sha256: stored.rows[0].sha256 }
  const password = 'Sample-password-1'
  const added = await admin.post<{ id: number }>('/system/user', {
    userName: 'lostuser',
    nickName: 'Lost user',
    email: 'lost@example.org',
    phonenumber: '13800001111',
    deptId: tenant.deptId,
    userType: 2,
    password,
    roleIds: [],
  })
  expect(added.msg).toBeDefined()
  user = { id: added.data.id, name: 'lostuser', password }
  await authorize(admin, user.id, ['felling'])
  settings = {
    ...installation(world),
    databaseUrl: Object.assign(new URL(inject('cluster').serverUrl), {
      pathname: new URL(world.databaseUrl).pathname,
    }).toString(),
    databaseOwnerUrl: undefined,
  }
  folder = newFolder()
  await makeBackup(installation(world), { folder, progress: quiet })
})

/** What the administrator of the enterprise does on a bad day. */
async function lose(): Promise<void> {
  const { admin } = scene
  const remove = async (path: string, id: number) => {
    const answer = await admin.delete(`${path}/${id}`)
    if (answer.code !== 200) throw new Error(`${path}: ${answer.msg}`)
  }
  await remove('/trade/listing', ids.listing!)
  await remove('/catalog/batch', ids.batch!)
  await remove('/catalog/product', ids.product!)
  await remove('/catalog/category', ids.category!)
  await remove('/channel/store', ids.store!)
  await remove('/channel/customer', ids.customer!)
  await remove('/channel/supplier', ids.supplier!)
  await remove('/channel/dealer', ids.dealer!)
  await remove('/channel/dealer-level', ids['dealer-level'] ?? ids.dealerLevel!)
  await remove('/evidence/document', paper.id)
  await remove('/system/user', user.id)
  const { rows } = await scene.world.admin.query('delete from file_object where id = $1 returning id', [paper.file])
  expect(rows).toHaveLength(1)
  rmSync(blobPath(join(settings.dataDir, 'files'), paper.sha256))
}

const master = ['category', 'product', 'batch', 'dealer_level', 'dealer', 'store', 'customer', 'supplier', 'document']

test('what was deleted comes back as it was, with its files, and nothing else changes', async () => {
  const { world, tenant, goods, admin } = scene
  const tables = await allTables()
  const was = await rowsOf(tenant.id, tables)
  await lose()
  const neighbour = await rowsOf(other.tenant.id, tables)
  const ledger = await world.admin.query('select count(*)::int as n from ledger_entry')

  // A plan writes nothing.
  const lost = await rowsOf(tenant.id, tables)
  const plan = await restore()
  expect(plan).toMatchObject({ committed: false, conflicts: 0, overwritten: 0 })
  expect(plan.putBack).toBeGreaterThanOrEqual(11)
  expect(await rowsOf(tenant.id, tables)).toEqual(lost)
  expect(existsSync(blobPath(join(settings.dataDir, 'files'), paper.sha256))).toBe(false)

  const restored = await restore({ commit: true })
  expect(restored).toMatchObject({ committed: true, conflicts: 0, putBack: plan.putBack, files: { missing: [] } })
  const is = await rowsOf(tenant.id, tables)
  for (const table of [...master, 'document_version', 'file_object', 'file_showing', 'dept', 'role', 'circulation'])
    expect(is[table], table).toEqual(was[table])
  for (const table of ['code_request', 'stage_record', 'sealed_content', 'label_act', 'tenant_key', 'account_role'])
    expect(is[table], table).toEqual(lost[table])
  expect(await rowsOf(other.tenant.id, tables)).toEqual(neighbour)
  expect(readFileSync(blobPath(join(settings.dataDir, 'files'), paper.sha256)).includes(pdf)).toBe(true)
  const after = await world.admin.query('select count(*)::int as n from ledger_entry')
  expect(after.rows[0].n).toBeGreaterThanOrEqual(ledger.rows[0].n)

  // A listing is offered again by its publisher only.
  expect((await admin.get<{ status: string }>(`/trade/listing/${ids.listing}`)).data.status).not.toBe('onShelf')
  // The enterprise sees what was done.
  const log = await world.admin.query(
    `select title, oper_param from oper_log where tenant_id = $1 and oper_name = 'restore:enterprise'`,
    [tenant.id],
  )
  expect(log.rows.map(({ title }) => title)).toEqual(expect.arrayContaining(['catalog.product', 'system.user']))
  expect(JSON.parse(log.rows.find(({ title }) => title === 'catalog.product').oper_param).putBack.keys).toContain(
    String(ids.product),
  )
  const messages = await admin.get('/system/notice/listTop')
  expect(JSON.stringify(messages)).toContain('Records of your enterprise were restored')

  // Nothing is left to do.
  expect(await restore({ commit: true })).toMatchObject({ committed: false, putBack: 0, conflicts: 0 })

  // The page is proven as before.
  await scene.append()
  expect(await walkServedProof(scene, goods.codes[0]!)).toMatchObject({ outcome: 'proven', faults: [] })
  const check = await checkWholeLedger(world.services.database, ledgerLog(world.services), rowChecks)
  expect(check.faults).toEqual([])
})

test('a restored user is disabled, has another password and no right that may have been revoked', async () => {
  const { world, admin, tenant } = scene
  const { rows } = await world.admin.query(
    `select a.status, (select count(*)::int from account_role r where r.account_id = a.id) as roles,
      (select count(*)::int from stage_authorization s where s.account_id = a.id) as stages,
      (select count(*)::int from sign_in_name n where n.account_id = a.id and n.name = 'lostuser') as names
    from account a where tenant_id = $1 and id = $2`,
    [tenant.id, user.id],
  )
  expect(rows).toEqual([{ status: '1', roles: 0, stages: 0, names: 1 }])
  const withheld = outcomeOf(await restore(), 'stage_authorization').rowsOutcome
  expect(withheld).toMatchObject([{ state: 'missing', result: 'left' }])
  expect((await admin.put('/system/user/changeStatus', { userId: user.id, status: '0' })).code).toBe(200)
  const signIn = await world.anonymous.post('/login', { username: user.name, password: user.password })
  expect(signIn.code).not.toBe(200)
  expect(await restore({ commit: true, grants: true })).toMatchObject({ committed: true, conflicts: 0 })
  expect((await rowsOf(tenant.id, ['stage_authorization'])).stage_authorization!.length).toBeGreaterThan(0)
})

test('rows whose name or number is taken meanwhile are named, and written only without them', async () => {
  const { admin, tenant } = scene
  const remove = async (path: string, id: number) => expect((await admin.delete(`${path}/${id}`)).code).toBe(200)
  const before = await rowsOf(tenant.id, ['store', 'customer', 'document'])
  const { data: customer } = await admin.get<{ name: string }>(`/channel/customer/${ids.customer}`)
  await remove('/channel/store', ids.store!)
  await remove('/channel/customer', ids.customer!)
  await remove('/evidence/document', paper.id)
  // The same name for people, though not for the database.
  expect((await admin.post('/channel/customer', { name: customer.name.toUpperCase() })).code).toBe(200)
  const other = await admin.upload<{ id: string }>('/common/upload', { name: 'other.png', content: png })
  const taken = { code: 'LOST-1', name: 'Another', type: 'certificate', file: [other.data.id] }
  expect((await admin.post('/evidence/document', taken)).code).toBe(200)

  const lost = await rowsOf(tenant.id, await allTables())
  const refused = await restore({ commit: true })
  expect(refused).toMatchObject({ committed: false })
  expect(outcomeOf(refused, 'document').rowsOutcome).toMatchObject([
    { key: String(paper.id), result: 'conflict', detail: expect.stringContaining('taken meanwhile') },
  ])
  expect(outcomeOf(refused, 'customer').rowsOutcome.filter(({ state }) => state === 'missing')).toMatchObject([
    { result: 'conflict', detail: expect.stringContaining('taken meanwhile') },
  ])
  expect(await rowsOf(tenant.id, await allTables())).toEqual(lost)

  // Left out by its number.
  const except = [`store/${ids.store}`, `customer/${ids.customer}`, `document/${paper.id}`]
  expect(await restore({ commit: true, except })).toMatchObject({ committed: false, putBack: 0, conflicts: 0 })
  const restored = await restore({ commit: true, skipConflicts: true })
  expect(restored).toMatchObject({ committed: true, putBack: 1 })
  expect(restored.conflicts).toBeGreaterThanOrEqual(2)
  expect((await rowsOf(tenant.id, ['store'])).store).toEqual(before.store)
})

test('changed rows get their earlier values only when it is asked for, and sealed goods stay proven', async () => {
  const { world, admin, goods, tenant } = scene
  const sealedProduct = await world.admin.query(
    `select p.id, p.name from product p join batch b on b.product_id = p.id and b.tenant_id = p.tenant_id where b.id = $1`,
    [goods.batchId],
  )
  const { id, name } = sealedProduct.rows[0]
  const edit = await admin.put('/catalog/product', { id: Number(id), name: 'Spoilt', changeReason: 'By mistake' })
  expect(edit.code).toBe(200)
  expect((await admin.put('/channel/dealer', { id: ids.dealer, phone: '+241 01999999' })).code).toBe(200)
  await scene.append()

  expect(outcomeOf(await restore(), 'product').rowsOutcome).toMatchObject([{ state: 'changed', result: 'left' }])
  expect(await restore({ commit: true })).toMatchObject({ committed: false, putBack: 0 })
  await expect(restore({ overwrite: ['product'] })).rejects.toThrow('--reason')
  await expect(restore({ overwrite: ['account'], reason: 'x' })).rejects.toThrow('may have been a revocation')
  await expect(restore({ overwrite: ['stage_record'], reason: 'x' })).rejects.toThrow('not restored by itself')

  const reason = 'Restored from a backup'
  const restored = await restore({ commit: true, overwrite: ['product', 'dealer'], reason, skipConflicts: true })
  expect(restored).toMatchObject({ committed: true, overwritten: 2 })
  const now = await world.admin.query('select name, change_reason from product where id = $1', [id])
  expect(now.rows).toEqual([{ name, change_reason: reason }])
  await scene.append()
  const proof = await walkServedProof(scene, goods.codes[0]!)
  expect(proof).toMatchObject({ outcome: 'proven', faults: [] })
  expect(JSON.stringify(proof.item)).toContain(reason)
  expect((await checkWholeLedger(world.services.database, ledgerLog(world.services), rowChecks)).faults).toEqual([])
  expect(tenant.id).toBeGreaterThan(0)
})

test('what somebody spoilt beside the server becomes again what was sealed, without another entry', async () => {
  const { world, goods } = scene
  const sealed = newFolder()
  await makeBackup(installation(world), { folder: sealed, progress: quiet })
  const { rows } = await world.admin.query(
    `update product p set latin_species = 'forged' from batch b where b.product_id = p.id and b.tenant_id = p.tenant_id and b.id = $1 returning p.id`,
    [goods.batchId],
  )
  expect(rows).toHaveLength(1)
  const check = async () =>
    (await checkWholeLedger(world.services.database, ledgerLog(world.services), rowChecks)).faults
  expect(await check()).not.toEqual([])
  const queued = async () => (await world.admin.query('select count(*)::int as n from ledger_queue')).rows[0].n
  const before = await queued()
  const options = { folder: sealed, overwrite: ['product'], reason: 'Spoilt beside the server' }
  expect(await restore({ ...options, commit: true })).toMatchObject({ committed: true, overwritten: 1, conflicts: 0 })
  expect(await queued()).toBe(before)
  expect(await check()).toEqual([])
})

test('a restore that is interrupted, or loses its connection half-way, has written nothing', async () => {
  const { world, admin, tenant } = scene
  const { data: supplier } = await admin.get<{ name: string }>(`/channel/supplier/${ids.supplier}`)
  for (const [path, id] of [
    ['/channel/store', ids.store],
    ['/channel/supplier', ids.supplier],
  ] as const)
    expect((await admin.delete(`${path}/${id}`)).code).toBe(200)
  const tables = await allTables()
  const lost = await rowsOf(tenant.id, tables)
  const stopping = new AbortController()
  const progress = { ...quiet, done: (step: string) => void (step.includes('compared') && stopping.abort()) }
  await expect(restore({ commit: true, signal: stopping.signal, progress })).rejects.toThrow()
  // It may have ended within a statement.
  await closeShared()
  expect(await rowsOf(tenant.id, tables)).toEqual(lost)

  // Somebody else is adding a supplier of that name at this moment: the restore waits for it, half of its rows written.
  await withClient(world.databaseUrl, async client => {
    await client.query('begin')
    await client.query(`insert into supplier (tenant_id, name, dept_id) values ($1, $2, $3)`, [
      tenant.id,
      supplier.name,
      tenant.deptId,
    ])
    const waiting = restore({ commit: true, skipConflicts: true })
    const failed = expect(waiting).rejects.toThrow()
    const blocked = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%insert into "supplier"%'`
    await until(async () => (await world.admin.query(blocked)).rows.length === 1, 'the restore to wait')
    await world.admin.query(`select pg_terminate_backend(pid) from (${blocked}) b`)
    await failed
    await client.query('rollback')
  })
  expect(await rowsOf(tenant.id, tables)).toEqual(lost)
  // Beside people who work.
  const writing = admin.post('/channel/customer', { name: 'Added meanwhile' })
  expect(await restore({ commit: true, skipConflicts: true })).toMatchObject({ committed: true, putBack: 2 })
  expect((await writing).code).toBe(200)
})

/** A backup as an earlier version has made it: without the newest migration, which only adds computed columns. */
async function asEarlierVersion(backup: string, change: (description: Backup) => void): Promise<string> {
  const copy = copyOf(backup)
  const key = readKey(settings.masterKeyFile)
  const description = readDescription(copy, key)
  change(description)
  const table = description.tables.find(one => one.table === 'schema_migration')!
  const names = new Set(description.migrations.map(({ name }) => name))
  const path = join(copy, 'tables', 'schema_migration.copy.gz')
  const lines: string[] = []
  for await (const line of eachLine(path, plainForm)) if (names.has(line.split('\t')[0]!)) lines.push(`${line}\n`)
  rmSync(path)
  Object.assign(table, await writeLines(path, Readable.from(lines.map(line => Buffer.from(line))), plainForm))
  rmSync(join(copy, 'backup.json'))
  await writeDescription(copy, description, key)
  return copy
}

test('a backup of an earlier version is compared as this version stores its rows; one of a newer version is refused', async () => {
  const { admin, tenant } = scene
  const before = await rowsOf(tenant.id, ['store'])
  expect((await admin.delete(`/channel/store/${ids.store}`)).code).toBe(200)
  const earlier = await asEarlierVersion(folder, description => {
    // Tables that later migrations add are in the backup, so that only this one is left out.
    const at = description.migrations.findIndex(({ name }) => name === '0450-ranges-by-first-serial.sql')
    expect(at).toBeGreaterThan(0)
    description.migrations.splice(at, 1)
  })
  const options = { folder: earlier, tables: ['store'], commit: true }
  expect(await restore(options)).toMatchObject({ committed: true, putBack: 1 })
  expect(await rowsOf(tenant.id, ['store'])).toEqual(before)
  const newer = await asEarlierVersion(folder, description => {
    description.migrations.push({ name: '9999-later.sql', sha256: '0'.repeat(64) })
  })
  await expect(restore({ folder: newer })).rejects.toThrow('newer version')
})

test('an encrypted backup gives its rows and files with its key only', async () => {
  const { world, admin, tenant } = scene
  const backupKeyFile = newFolder('backup.key')
  writeFileSync(backupKeyFile, (await generateBackupKey()).text, { mode: 0o600 })
  const encrypted = newFolder()
  const listing = await publish(admin)
  await makeBackup({ ...installation(world), backupKeyFile }, { folder: encrypted, progress: quiet })
  const before = await rowsOf(tenant.id, ['file_object', 'file_showing'])
  const file = await world.admin.query(
    'delete from file_object where id = (select picture[1] from listing where id = $1) returning id, sha256',
    [listing],
  )
  expect(file.rows).toHaveLength(1)
  expect((await admin.delete(`/trade/listing/${listing}`)).code).toBe(200)
  const options = { folder: encrypted, tables: ['listing'], commit: true }
  await expect(restore(options)).rejects.toThrow('is encrypted for')
  expect(await restore({ ...options, backupKeyFile })).toMatchObject({ committed: true, putBack: 1 })
  expect(await rowsOf(tenant.id, ['file_object', 'file_showing'])).toEqual(before)
})

test('a command that connects as a superuser, as with the shipped database, writes as the server’s role', async () => {
  const { world, admin } = scene
  expect((await admin.delete(`/channel/store/${ids.store}`)).code).toBe(200)
  await world.admin.query(`
    create function note_writer() returns trigger language plpgsql as $$
      begin new.remark := current_user; return new; end $$`)
  await world.admin.query(
    'create trigger note_writer before insert on store for each row execute function note_writer()',
  )
  const asOwner = { ...settings, databaseUrl: world.databaseUrl, databaseWorkerUrl: world.databaseUrl }
  expect(await restore({ commit: true, tables: ['store'] }, asOwner)).toMatchObject({ committed: true, putBack: 1 })
  const { rows } = await world.admin.query('select remark from store where id = $1', [ids.store])
  expect(rows).toEqual([{ remark: 'timbermark_server' }])
  await world.admin.query('drop trigger note_writer on store')
  await world.admin.query('drop function note_writer()')
})

test('another backup, enterprise, key or version is refused in a sentence', async () => {
  const { world } = scene
  await expect(restore({ identification: 'NOBODY' })).rejects.toThrow('There is no enterprise NOBODY')
  const operator = await world.admin.query('select identification from enterprise where id = 1')
  await expect(restore({ identification: operator.rows[0].identification })).rejects.toThrow('platform')
  const keyFile = join(newFolder(), '..', 'other.key')
  writeFileSync(keyFile, randomBytes(32).toString('base64'), { mode: 0o600 })
  await expect(restore({ keyFile })).rejects.toThrow('another master key')
  await expect(restore({ tables: ['nonsense'] })).rejects.toThrow('no table nonsense')
  await expect(restore({ tables: ['account_role'] })).rejects.toThrow('--grants')

  const damaged = copyOf(folder)
  const table = join(damaged, 'tables', 'product.copy.gz')
  writeFileSync(table, Buffer.concat([readFileSync(table), Buffer.from('x')]))
  await expect(restore({ folder: damaged })).rejects.toThrow('damaged')

  const fresh = await scene.world.makeTenant('YOUNGER')
  expect(fresh.id).toBeGreaterThan(0)
  await expect(restore({ identification: 'YOUNGER' })).rejects.toThrow('does not hold the enterprise YOUNGER')
  await world.admin.query(`update installation set id = gen_random_uuid()`)
  await expect(restore()).rejects.toThrow('another installation')
})
