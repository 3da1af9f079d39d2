import { setImmediate } from 'node:timers/promises'
import type { Db } from '../../platform/database/database.ts'
import { insertRows } from '../../platform/database/insert-rows.ts'
import type { Secrets } from '../../platform/installation/secrets.ts'
import { sql } from '../../platform/database/sql.ts'
import { MessagingKeys } from './keys.ts'
import type { MessagingCode } from './package.ts'
import type { RequestKey } from './segments.ts'

/** Bytes of a hash, and of hash and position. The chance that two of 40 million hashes are equal is 1 in 20,000. */
const hashBytes = 8
const entryBytes = hashBytes + 4

/** The code in a scanned address, with or without scheme. Not URL-decoded: a percent sign is part of the code. */
export const plainCode = (text: string): string => text.trim().replace(/^https?:\/\//i, '')

/** Codes indexed before the event loop gets its turn. */
const stride = 2000

/** Rows of the index: hashes and positions by the first byte of the hash. */
export type IndexRows = { bucket: number; entries: Buffer }[]

/** Positions of a segment's codes, by their short and printed forms. */
export async function indexOf(keys: MessagingKeys, codes: readonly MessagingCode[]): Promise<IndexRows> {
  const hashOf = keys.codeHasher()
  const buckets = new Map<number, Buffer[]>()
  for (const [nth, { code, address, position }] of codes.entries()) {
    if (nth % stride === 0) await setImmediate()
    for (const text of [code, address]) {
      const entry = Buffer.allocUnsafe(entryBytes)
      hashOf(text).copy(entry, 0, 0, hashBytes)
      entry.writeUInt32BE(position, hashBytes)
      const bucket = buckets.get(entry[0]!)
      if (bucket) bucket.push(entry)
      else buckets.set(entry[0]!, [entry])
    }
  }
  return [...buckets].map(([bucket, entries]) => ({ bucket, entries: Buffer.concat(entries) }))
}

export async function storeIndex(db: Db, { tenantId, id }: RequestKey, first: number, rows: IndexRows): Promise<void> {
  await insertRows(
    db,
    'platform_code_index',
    rows.map(({ bucket, entries }) => ({
      tenant_id: tenantId,
      platform_request_id: id,
      first_position: first,
      bucket,
      entries,
    })),
  )
}

/** Finds the position of a platform code, in any request of the enterprise or in one. */
export async function findCode(
  db: Db,
  secrets: Secrets,
  tenantId: number,
  text: string,
  only?: number,
): Promise<CodePosition | undefined> {
  return (await findCodes(db, secrets, tenantId, [text], only)).get(text)
}

interface CodePosition {
  id: number
  position: number
}

/** The same for several codes, by their texts. Reads each row of the index once. */
export async function findCodes(
  db: Db,
  secrets: Secrets,
  tenantId: number,
  texts: readonly string[],
  only?: number,
): Promise<Map<string, CodePosition>> {
  const positions = new Map<string, CodePosition>()
  // Requests may have been indexed under an older key.
  const versions = await db.query<{ key_version: number }>(sql`
    select distinct key_version from platform_segment where tenant_id = ${tenantId} and sealed is not null`)
  for (const { key_version } of versions) {
    const hashOf = (await MessagingKeys.open(db, secrets, tenantId, key_version)).codeHasher()
    const wanted = texts
      .filter(text => !positions.has(text))
      .map(text => ({ text, hash: Buffer.from(hashOf(plainCode(text)).subarray(0, hashBytes)) }))
    for (const bucket of new Set(wanted.map(({ hash }) => hash[0]!))) {
      const inBucket = wanted.filter(({ hash }) => hash[0] === bucket)
      const rows = await db.query<{ id: number; entries: Buffer }>(sql`
        select platform_request_id as id, entries from platform_code_index
        where tenant_id = ${tenantId} and bucket = ${bucket} and ${only === undefined ? sql`true` : sql`platform_request_id = ${only}`}
        order by platform_request_id, first_position`)
      for (const { text, hash } of inBucket) {
        const place = rows.flatMap(({ id, entries }) => placeIn(entries, hash).map(position => ({ id, position })))[0]
        if (place) positions.set(text, place)
      }
    }
  }
  return positions
}

function placeIn(entries: Buffer, hash: Buffer): number[] {
  for (let at = 0; at < entries.length; at += entryBytes)
    if (entries.compare(hash, 0, hashBytes, at, at + hashBytes) === 0) return [entries.readUInt32BE(at + hashBytes)]
  return []
}
