import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'
import type { Db } from '../../platform/database/database.ts'
import type { Secrets } from '../../platform/installation/secrets.ts'
import { sql } from '../../platform/database/sql.ts'
import { type IndexRows, indexOf, storeIndex } from './code-index.ts'
import { MessagingKeys } from './keys.ts'
import type { Segment } from './marketcode.ts'
import type { MessagingCode } from './package.ts'

const pack = promisify(gzip)
const unpack = promisify(gunzip)

/** Key of a request. */
export interface RequestKey {
  tenantId: number
  id: number
}

const what = (id: number, first: number) => `segment/${id}/${first}`

/** A package ready to store: compressed, encrypted and indexed outside of the transaction that writes it. */
export interface SealedSegment {
  segment: Segment
  version: number
  sealed: Buffer
  index: IndexRows
}

export async function sealSegment(
  keys: MessagingKeys,
  id: number,
  segment: Segment,
  codes: readonly MessagingCode[],
): Promise<SealedSegment> {
  const text = codes.map(each => `${each.position}\t${each.code}\t${each.address}\t${each.lattice}\n`).join('')
  return {
    segment,
    version: keys.version,
    sealed: keys.seal(await pack(text), what(id, segment.first)),
    index: await indexOf(keys, codes),
  }
}

/** Stores a package with the index of its codes. */
export async function storeSegment(db: Db, { tenantId, id }: RequestKey, ready: SealedSegment): Promise<void> {
  await db.execute(sql`
    update platform_segment set key_version = ${ready.version}, sealed = ${ready.sealed}, fetched_at = now()
    where tenant_id = ${tenantId} and platform_request_id = ${id} and first_position = ${ready.segment.first}`)
  await storeIndex(db, { tenantId, id }, ready.segment.first, ready.index)
}

/** The codes of the segment that has a position; undefined while it is not stored. */
export async function openSegment(
  db: Db,
  secrets: Secrets,
  { tenantId, id }: RequestKey,
  position: number,
): Promise<MessagingCode[] | undefined> {
  const row = await db.maybe<{ first_position: number; key_version: number; sealed: Buffer }>(sql`
    select first_position, key_version, sealed from platform_segment
    where tenant_id = ${tenantId} and platform_request_id = ${id} and first_position <= ${position} and last_position >= ${position}
      and sealed is not null`)
  if (!row) return undefined
  const keys = await MessagingKeys.open(db, secrets, tenantId, row.key_version)
  const text = (await unpack(keys.open(row.sealed, what(id, row.first_position)))).toString('utf8')
  return text
    .split('\n')
    .slice(0, -1)
    .map(line => {
      const [place = '', code = '', address = '', lattice = ''] = line.split('\t')
      return { position: Number(place), code, address, lattice }
    })
}
