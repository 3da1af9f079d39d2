import '../../routes.ts'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { bumpRights } from '../../areas/system/rights/rights.ts'
import { notifyAdministrators } from '../../areas/system/notice/messages.ts'
import { notifyDirectoryChange } from '../../areas/code/directory/directory-entry.ts'
import type { StoredRow } from '../../entity/undo.ts'
import type { Actor } from '../../platform/actor.ts'
import { formOf, type FileForm } from '../../platform/backup/encryption.ts'
import { BackupError } from '../../platform/backup/errors.ts'
import { type Backup, layout, mayBeKeyOf, readDescription } from '../../platform/backup/format.ts'
import { readKey } from '../../platform/backup/key.ts'
import type { Db } from '../../platform/database/database.ts'
import { locks } from '../../platform/database/locks.ts'
import { sql } from '../../platform/database/sql.ts'
import { openBlobs } from '../../platform/files/blobs/blobs.ts'
import { readInstallation } from '../../platform/installation/installation.ts'
import { platformTenant } from '../../platform/operator.ts'
import { Refusal } from '../../platform/refusal.ts'
import { refusalMessage } from '../../platform/refusal-body.ts'
import { assertKeyOfDatabase } from '../../platform/secrets/key-of-database.ts'
import type { Services } from '../../platform/services.ts'
import type { Settings } from '../../platform/settings.ts'
import { blobPath, copyBlob, sealedBlobs, soundSize } from '../blob-files.ts'
import { migrationsOf } from '../load.ts'
import type { Progress } from '../progress.ts'
import { madeWithoutKey } from '../restore.ts'
import { verifyBackup } from '../verify.ts'
import { logRestore } from './audit-entries.ts'
import { compareTable, type Difference, keyOfRow } from './compare.ts'
import { MissingFiles } from './missing-files.ts'
import { openServices } from './open-services.ts'
import { type LeftRow, overwrite, putBack, type Writing } from './put-back.ts'
import { openScratchCopy, type ScratchCopy } from './scratch-copy.ts'
import { resealWritten } from './sealed-rows.ts'
import { isCompared, tableClasses } from './table-classes.ts'
import { readShapes, type TableShape } from './table-shape.ts'

export interface EnterpriseOptions {
  folder: string
  /** Identification of the enterprise. */
  identification: string
  /** Write, instead of only saying what would be written. */
  commit: boolean
  /** Put back rows of these tables only; default: of all that can be restored. */
  tables?: readonly string[]
  /** Tables of which changed rows get their earlier values. */
  overwrite?: readonly string[]
  /** Rows that stay as they are: `table/key`. */
  except?: readonly string[]
  /** Put back roles of users, permissions of roles, stage authorizations and consents too. */
  grants?: boolean
  /** Write the others when some rows cannot be written. */
  skipConflicts?: boolean
  /** Shown to the public where goods with issued codes change. */
  reason?: string
  keyFile?: string
  backupKeyFile?: string
  signal?: AbortSignal
  progress: Progress
  /** Another way to a copy of the backup's rows, which is only read; default: a new one. */
  openCopy?: typeof openScratchCopy
}

/** What happens to the rows of one table. */
export interface TableOutcome {
  table: string
  class: string
  /** Why rows of this table are not written. */
  why?: string
  personal: boolean
  rows: number
  missing: number
  changed: number
  added: number
  rowsOutcome: RowOutcome[]
}

/** What happens to one row that differs. */
export interface RowOutcome {
  key: string
  state: 'missing' | 'changed'
  result: 'putBack' | 'overwritten' | 'conflict' | 'left'
  /** Why it is left, or the columns that differ. */
  detail: string
}

export interface EnterpriseRestore {
  backup: Backup
  enterprise: { id: number; identification: string; name: string }
  tables: TableOutcome[]
  putBack: number
  overwritten: number
  conflicts: number
  /** Contents of files that come back, and those that the backup lacks. */
  files: { count: number; missing: string[] }
  /** Everything was written. Otherwise nothing was. */
  committed: boolean
}

/** Ends a transaction that was only tried. */
class OnlyTried extends Error {}

/**
 * Restores rows of one enterprise from a backup into the running installation. Everything happens in one transaction under row
 * security, which a plan takes back: what a plan says was tried, not guessed.
 * @throws BackupError, SettingsError in one sentence; nothing was written then
 */
export async function restoreEnterprise(settings: Settings, options: EnterpriseOptions): Promise<EnterpriseRestore> {
  const { backup, form } = await readBackup(settings, options)
  assertTables(options)
  const { services, close } = await openServices(settings)
  try {
    await assertKeyOfDatabase(services.database, services.secrets, settings.masterKeyFile)
    const enterprise = await findEnterprise(services, backup, options.identification)
    const { folder, progress, signal } = options
    await verifyBackup(folder, backup, { form, progress, files: false, ...(signal && { signal }) })
    const openCopy = options.openCopy ?? openScratchCopy
    const copy = await openCopy(enterprise.id, { folder, backup, form, progress, signal })
    try {
      await assertSameEnterprise(copy, backup, enterprise)
      return await inOneTransaction({ settings, services, copy, backup, form, enterprise, options })
    } finally {
      await copy.close()
    }
  } catch (error) {
    if (error instanceof Refusal) throw new BackupError(refusalMessage('en', error), { cause: error })
    throw error
  } finally {
    await close()
  }
}

async function readBackup(settings: Settings, options: EnterpriseOptions) {
  const keyFile = options.keyFile ?? settings.masterKeyFile
  const key = readKey(keyFile)
  if (!key) throw new BackupError(`The master key is needed: ${keyFile} does not exist`)
  const backup = readDescription(options.folder, key)
  if (!mayBeKeyOf(key, backup))
    throw new BackupError(
      `${keyFile} holds another master key than the backup was made with: name the file of that key by --key <file>`,
    )
  if (backup.key === null) options.progress.warn(madeWithoutKey)
  migrationsOf(backup)
  return { backup, form: await formOf(backup.encryption, options.backupKeyFile ?? settings.backupKeyFile) }
}

/** @throws BackupError for a table that cannot be restored */
function assertTables(options: EnterpriseOptions): void {
  for (const table of [...(options.tables ?? []), ...(options.overwrite ?? [])]) {
    const declared = tableClasses[table]
    if (!declared) throw new BackupError(`There is no table ${table} with rows of an enterprise`)
    if (declared.class === 'grant' && options.grants && options.tables?.includes(table)) continue
    if (declared.class !== 'restorable')
      throw new BackupError(
        `${table} is not restored by itself: ${'why' in declared ? declared.why : declared.class === 'grant' ? 'it grants rights: add --grants' : 'its rows come back with the records that refer to them'}`,
      )
  }
  for (const table of options.overwrite ?? []) {
    const declared = tableClasses[table]
    if (declared?.class === 'restorable' && declared.neverOverwritten)
      throw new BackupError(`Earlier values of ${table} are never written: ${declared.neverOverwritten}`)
  }
  if (options.overwrite && options.overwrite.length > 0 && !options.reason?.trim())
    throw new BackupError('Say why rows get their earlier values: --reason "…"; readers of public pages see it')
}

interface Enterprise {
  id: number
  identification: string
  name: string
  createdAt: string
}

async function findEnterprise(services: Services, backup: Backup, identification: string): Promise<Enterprise> {
  const { installation, enterprise } = await services.database.acrossTenants('enterprise', async db => ({
    installation: await readInstallation(db),
    enterprise: await db.maybe<Enterprise>(
      sql`select id, identification, name, (created_at at time zone 'UTC')::text as "createdAt" from enterprise where identification = ${identification}`,
    ),
  }))
  if (backup.installation !== installation.id)
    throw new BackupError('The backup is of another installation: its rows have other numbers')
  if (!enterprise)
    throw new BackupError(`There is no enterprise ${identification}: one that was removed cannot be brought back`)
  if (enterprise.id === platformTenant)
    throw new BackupError('The platform’s own records are not those of an enterprise: restore them to another place')
  return enterprise
}

/** @throws BackupError when the backup is older than the enterprise, or the number was given to another one since */
async function assertSameEnterprise({ client }: ScratchCopy, backup: Backup, enterprise: Enterprise): Promise<void> {
  const { rows } = await client.query<{ at: string }>(
    `select (created_at at time zone 'UTC')::text as at from enterprise where id = $1`,
    [enterprise.id],
  )
  if (rows[0]?.at !== enterprise.createdAt)
    throw new BackupError(`The backup of ${backup.takenAt} does not hold the enterprise ${enterprise.identification}`)
}

interface Work {
  settings: Settings
  services: Services
  copy: ScratchCopy
  backup: Backup
  form: FileForm
  enterprise: Enterprise
  options: EnterpriseOptions
}

async function inOneTransaction(work: Work): Promise<EnterpriseRestore> {
  const { services, enterprise, options } = work
  let restored: EnterpriseRestore | undefined
  try {
    await services.database.withTenant(enterprise.id, async db => {
      await prepareTransaction(db, enterprise.id)
      restored = await restoreRows(work, db)
      const { putBack: back, overwritten, conflicts } = restored
      options.signal?.throwIfAborted()
      const hasConflicts = conflicts > 0 && !options.skipConflicts
      if (!options.commit || hasConflicts || back + overwritten === 0) throw new OnlyTried()
      restored.committed = true
    })
  } catch (error) {
    if (!(error instanceof OnlyTried)) throw error
  }
  return restored!
}

/** Row security holds for a superuser too, values are written as the copy writes them, and no limit of a call holds. */
async function prepareTransaction(db: Db, tenant: number): Promise<void> {
  const { all } = await db.one<{ all: boolean }>(
    sql`select rolsuper or rolbypassrls as all from pg_roles where rolname = current_user`,
  )
  if (all) await db.execute(sql`set local role timbermark_server`)
  const settings = {
    timezone: 'UTC',
    datestyle: 'ISO, YMD',
    intervalstyle: 'iso_8601',
    bytea_output: 'hex',
    extra_float_digits: '1',
    statement_timeout: '0',
    idle_in_transaction_session_timeout: '0',
    lock_timeout: '20s',
  }
  for (const [name, value] of Object.entries(settings))
    await db.execute(sql`select set_config(${name}, ${value}, true)`)
  await lockTenant(db, locks.enterpriseRestore, tenant)
}

const lockTenant = (db: Db, lock: number, tenant: number) =>
  db.execute(sql`select pg_advisory_xact_lock(${lock}::int, ${tenant}::int)`)

/** Not beside changes of departments and rights; and no content of a file is removed until the end. */
async function lockWriting(db: Db, tenant: number): Promise<void> {
  await lockTenant(db, locks.deptTree, tenant)
  await lockTenant(db, locks.grants, tenant)
  await db.execute(sql`select pg_advisory_xact_lock_shared(${locks.blobs})`)
}

/** Which rows of a table are put back? */
function isWanted(table: string, { tables, grants = false }: EnterpriseOptions): boolean {
  const declared = tableClasses[table]?.class
  if (declared !== 'restorable' && !(declared === 'grant' && grants)) return false
  return tables === undefined || tables.includes(table)
}

async function restoreRows(work: Work, db: Db): Promise<EnterpriseRestore> {
  const { services, backup, enterprise, options } = work
  const differences = await compareAll(work, db)
  // Comparing takes long; only writing must not be disturbed.
  await lockWriting(db, enterprise.id)
  const of = (table: string) => differences.get(table)!
  const except = new Set(options.except ?? [])
  const isLeft = (shape: TableShape, key: string) => except.has(`${shape.table}/${key}`)
  const writing: Writing = {
    db,
    services,
    tenant: enterprise.id,
    actor: operatorIn(enterprise),
    reason: (options.reason ?? '').trim().slice(0, 200),
    files: new MissingFiles(of('file_object'), of('file_showing')),
    signal: options.signal,
  }
  const wanted = [...differences.values()]
    .filter(({ shape }) => isWanted(shape.table, options))
    .map(({ shape, missing }) => ({ shape, rows: missing.filter(row => !isLeft(shape, keyOfRow(shape, row))) }))
  const toRevert = [...differences.values()]
    .filter(({ shape }) => options.overwrite?.includes(shape.table))
    .map(({ shape, changed }) => ({ shape, rows: changed.filter(row => !isLeft(shape, row.key)) }))
  const needed = [...wanted.flatMap(({ rows }) => rows), ...toRevert.flatMap(({ rows }) => rows.map(row => row.before))]
  const files = await copyContents(work, writing.files.hashesOf(needed))

  const back = new Map<string, 'putBack' | 'overwritten'>()
  const note = (how: 'putBack' | 'overwritten') => (shape: TableShape, row: StoredRow) =>
    void back.set(`${shape.table}/${keyOfRow(shape, row)}`, how)
  const left = await putBack(writing, wanted, note('putBack'))
  for (const { shape, rows } of toRevert) left.push(...(await overwrite(writing, shape, rows, note('overwritten'))))
  const written = [...back].map(([place, how]) => {
    const [table = '', key = ''] = place.split('/')
    return { table, id: Number(key), overwritten: how === 'overwritten' }
  })
  await resealWritten(
    db,
    services,
    enterprise.id,
    written.filter(({ table }) => ['category', 'product', 'batch'].includes(table)),
  )
  const tables = [...differences.values()].map(difference => outcomeOf(difference, back, left, options))
  const restored: EnterpriseRestore = {
    backup,
    enterprise,
    tables,
    putBack: [...back.values()].filter(how => how === 'putBack').length,
    overwritten: [...back.values()].filter(how => how === 'overwritten').length,
    conflicts: left.length,
    files,
    committed: false,
  }
  if (back.size > 0) await report(db, restored)
  return restored
}

/** The enterprise's log has an entry for each table, its administrators a message; every process reads again what it holds. */
async function report(db: Db, { backup, enterprise, tables, putBack: back, overwritten }: EnterpriseRestore) {
  await logRestore(db, enterprise.id, backup.takenAt, tables)
  await notifyAdministrators(db, enterprise.id, 'recordsRestored', {
    restored: back,
    overwritten,
    moment: `${backup.takenAt.slice(0, 16).replace('T', ' ')} UTC`,
  })
  await bumpRights(db, enterprise.id)
  await notifyDirectoryChange(db, { tenantId: enterprise.id })
}

async function compareAll(work: Work, db: Db): Promise<Map<string, Difference>> {
  const { copy, enterprise, options } = work
  const differences = new Map<string, Difference>()
  const shapes = await readShapes(copy.client, Object.keys(tableClasses).filter(isCompared))
  for (const shape of shapes) {
    const keep = tableClasses[shape.table]?.class === 'restorable'
    const difference = await compareTable(copy.client, db, enterprise.id, shape, { keep, signal: options.signal })
    differences.set(shape.table, difference)
    options.progress.now(`compared ${differences.size} of ${shapes.length} tables`)
  }
  options.progress.done(`${differences.size} tables compared`)
  return differences
}

/** The person at the terminal: within the enterprise no scope and no permission is missing. */
const operatorIn = ({ id, name }: Enterprise): Actor => ({
  accountId: 0,
  tenantId: id,
  tenantName: name,
  userName: '',
  nickName: '',
  userType: 1,
  deptId: null,
  deptName: null,
  avatar: null,
  sessionId: 0,
  superAdmin: true,
  mustChangePassword: false,
  mustSetUpFactor: false,
  grants: [],
  permissions: new Set(),
})

/** Contents that rows of files will refer to. A content whose row is not written is removed by the nightly clean-up. */
async function copyContents(
  { settings, form, options }: Work,
  hashes: ReadonlySet<string>,
): Promise<EnterpriseRestore['files']> {
  const folder = join(options.folder, layout.files)
  const from = sealedBlobs(folder, form)
  const to = options.commit ? await openBlobs(settings) : undefined
  const missing: string[] = []
  for (const sha256 of hashes) {
    options.signal?.throwIfAborted()
    const path = blobPath(folder, sha256)
    const isSound =
      existsSync(path + form.suffix) && (await soundSize(path, sha256, form, options.signal)) !== undefined
    if (!isSound || (to && (await copyBlob(from, to, sha256)) === undefined)) missing.push(sha256)
  }
  return { count: hashes.size - missing.length, missing }
}

function outcomeOf(
  { shape, rows, missing, changed, changedCount, added }: Difference,
  back: ReadonlyMap<string, 'putBack' | 'overwritten'>,
  left: readonly LeftRow[],
  options: EnterpriseOptions,
): TableOutcome {
  const { table } = shape
  const declared = tableClasses[table]!
  const conflicts = new Map(left.filter(row => row.table === table).map(({ key, why }) => [key, why]))
  const outcome = (key: string, state: RowOutcome['state'], otherwise: string): RowOutcome => {
    const result = back.get(`${table}/${key}`)
    if (result) return { key, state, result, detail: '' }
    const conflict = conflicts.get(key)
    if (conflict !== undefined) return { key, state, result: 'conflict', detail: conflict }
    return { key, state, result: 'left', detail: otherwise }
  }
  const why = 'why' in declared ? declared.why : undefined
  const reasons = {
    restorable: 'left by --tables or --except',
    grant: 'a right that may have been revoked: add --grants',
    file: 'no restored record refers to it',
  }
  const otherwise = why ?? reasons[declared.class as keyof typeof reasons]
  const never = declared.class === 'restorable' ? declared.neverOverwritten : undefined
  return {
    table,
    class: declared.class,
    ...(why !== undefined && { why }),
    personal: declared.class === 'restorable' && declared.personal === true,
    rows,
    missing: missing.length,
    changed: changedCount,
    added,
    rowsOutcome: [
      ...missing.map(row => outcome(keyOfRow(shape, row), 'missing', otherwise)),
      ...changed.map(({ key, columns }) =>
        outcome(
          key,
          'changed',
          `${columns.join(' ')}${never ? ` (never overwritten: ${never})` : options.overwrite?.includes(table) ? '' : ' (not asked for)'}`,
        ),
      ),
    ],
  }
}
