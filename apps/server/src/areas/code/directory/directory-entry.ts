import type { CodeFormat, CodeRule } from '@timbermark/codes'
import type { CodeType } from '@timbermark/contract'
import type { Database, Db } from '../../../platform/database/database.ts'
import { type Sql, sql } from '../../../platform/database/sql.ts'

/** What is needed of a request to open its codes; contains no business data of the enterprise. */
export interface DirectoryEntry {
  requestNumber: number
  requestId: number
  tenantId: number
  identification: string
  enterpriseName: string
  enterpriseActive: boolean
  count: number
  keyVersion: number
  /** Random bytes that go into the derivation of its keys, in hexadecimal; empty for requests from before the salt existed. */
  keySalt: string
  codeFormat: CodeFormat
  codeRule: CodeRule
  securityLength: number
  codeType: CodeType
  status: string
  /**
   * Whether the codes on the goods are others: foreign values, or the codes of the enterprise from which the goods were received.
   * Each stands for the platform's code of the same serial.
   */
  foreign: boolean
  /** Whether they are codes of goods received from another enterprise. */
  received: boolean
  /** Whether they are codes of goods about which the enterprise was only invited to report; such codes are received ones too. */
  invited: boolean
  /** Whether some of its codes have been handed to another enterprise. */
  handedOn: boolean
}

/** An entry with the key of its enterprise as it is stored: sealed by the master key; null when there is none. */
export interface KeyedEntry {
  entry: DirectoryEntry
  wrapped: Buffer | null
}

interface DirectoryRow {
  request_number: number
  tenant_id: number
  request_id: number
  count: number
  key_version: number
  key_salt: Buffer
  code_format: CodeFormat
  code_rule: CodeRule
  security_length: number
  code_type: CodeType
  status: string
  origin: string
  identification: string
  enterprise_name: string
  enterprise_status: string
  handed_on: boolean
  wrapped: Buffer | null
}

const entryOf = (row: DirectoryRow): KeyedEntry => ({
  entry: {
    requestNumber: row.request_number,
    requestId: row.request_id,
    tenantId: row.tenant_id,
    identification: row.identification,
    enterpriseName: row.enterprise_name,
    enterpriseActive: row.enterprise_status === '0',
    count: row.count,
    keyVersion: row.key_version,
    keySalt: row.key_salt.toString('hex'),
    codeFormat: row.code_format,
    codeRule: row.code_rule,
    securityLength: row.security_length,
    codeType: row.code_type,
    status: row.status,
    foreign: row.origin !== 'own',
    received: row.origin === 'received' || row.origin === 'invited',
    invited: row.origin === 'invited',
    handedOn: row.handed_on,
  },
  wrapped: row.wrapped,
})

/** The rest of the statement is the same for every question, so that it is prepared once. */
const selectEntries = (which: Sql): Sql => sql`
  select d.*, k.wrapped from code_directory d
  left join tenant_key k on k.tenant_id = d.tenant_id and k.version = d.key_version ${which}`

/** Reads the requests with these numbers. */
export async function readEntries(database: Database, numbers: readonly number[]): Promise<KeyedEntry[]> {
  const rows = await database.readAcrossTenants<DirectoryRow>(
    'directory',
    selectEntries(sql`where d.request_number = any(${[...numbers]}::int[])`),
    { often: true },
  )
  return rows.map(entryOf)
}

/** Reads the newest requests. @param most how many */
export async function readNewestEntries(database: Database, most: number): Promise<KeyedEntry[]> {
  const rows = await database.readAcrossTenants<DirectoryRow>(
    'directory',
    selectEntries(sql`order by d.request_number desc limit ${most}`),
  )
  return rows.map(entryOf)
}

/** What has changed of what the directory holds: one request, or everything of one enterprise, or unknown. */
export type DirectoryChange = { tenantId: number; requestId: number } | { tenantId: number } | 'anything'

const channel = 'code_directory'

/** Notifies every process, at commit, of what has changed. */
export async function notifyDirectoryChange(db: Db, change: DirectoryChange): Promise<void> {
  if (change === 'anything') await db.execute(sql`select pg_notify(${channel}, '')`)
  else if ('requestId' in change)
    await db.execute(sql`
      select pg_notify(${channel}, 'request ' || r.request_number) from code_request r
      where r.tenant_id = ${change.tenantId} and r.id = ${change.requestId}`)
  else await db.execute(sql`select pg_notify(${channel}, 'enterprise ' || ${String(change.tenantId)}::text)`)
}

/** A received change. */
export type ReceivedChange = { request: number } | { enterprise: number } | 'anything'

/** Parses a notification. Processes of an earlier version send it empty: anything may have changed. */
export function parseChange(payload: string): ReceivedChange {
  const [, kind, number] = /^(request|enterprise) (\d{1,15})$/.exec(payload) ?? []
  if (kind === undefined) return 'anything'
  return kind === 'request' ? { request: Number(number) } : { enterprise: Number(number) }
}

/** Receives the changes. @param connected called after each connect: earlier changes have been missed */
export const listenForChanges = (
  database: Database,
  changed: (change: ReceivedChange) => void,
  connected: () => void,
) => database.listen(channel, payload => changed(parseChange(payload)), connected)
