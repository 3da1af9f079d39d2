import { rangeRoot } from '@timbermark/ledger'
import { sha256 } from '@timbermark/ledger/node'
import type { ChainSettings } from '../../../platform/chain-settings.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Services } from '../../../platform/services.ts'
import { logOf } from '../log/log.ts'
import { headTimeOf } from '../log/signed-head.ts'
import { indexRootOf, loadEdge, newestHead } from '../log/store.ts'
import { findLastVerified, type HeadToAnchor, secondsSinceQueued } from './anchor-store.ts'

/**
 * The newest head, when it is to be recorded now: it is larger than the last one that was, and that is long enough ago. A head
 * without a time is older than anchors.
 */
export async function findHeadToAnchor(
  db: Db,
  services: Pick<Services, 'settings' | 'secrets'>,
  senderId: number,
  { everyMs }: ChainSettings,
): Promise<HeadToAnchor | undefined> {
  const head = await newestHead(db)
  const time = head && headTimeOf(head.note)
  if (!head || !time || head.size === 0) return undefined
  const { origin } = logOf(services, head.note)
  const age = await secondsSinceQueued(db, senderId, origin)
  if (age !== undefined && age * 1000 < everyMs) return undefined
  const last = await findLastVerified(db, senderId, origin)
  if (last && last.size >= head.size) return undefined
  return { origin, size: head.size, root: head.root, indexRoot: indexRootOf(head), time }
}

/** Root of the log when it had so many entries. @throws TilesDamaged */
export async function rootAt(db: Db, size: number): Promise<Uint8Array> {
  return rangeRoot((await loadEdge(db, size)).range, sha256)
}
