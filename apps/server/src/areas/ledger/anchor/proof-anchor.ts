import type { SealedAnchor } from '@timbermark/contract/trace'
import { toBase64 } from '@timbermark/ledger'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import type { Services } from '../../../platform/services.ts'
import type { LedgerView } from '../log/proofs.ts'
import { newestHead } from '../log/store.ts'
import { bytesOf, hexOf } from './anchor-store.ts'

type ChainServices = Pick<Services, 'settings'>

/** The newest verified anchor that this head extends, with the proof that it does; null without one, or without a chain. */
export async function loadProofAnchor(
  { settings: { chain } }: ChainServices,
  db: Db,
  view: LedgerView,
): Promise<SealedAnchor | null> {
  const { head } = view
  if (!chain || !head) return null
  const row = await findVerified(db, chain, head)
  if (!row) return null
  const consistency = await view.consistencyProof(row.size)
  if (!consistency) return null
  return {
    chainId: chain.chainId,
    contract: chain.contract,
    sender: hexOf(row.sender),
    transaction: hexOf(row.transaction),
    block: row.block,
    blockHash: hexOf(row.blockHash),
    time: row.time.toISOString(),
    size: row.size,
    root: toBase64(row.root),
    consistency,
    explorer: chain.explorer ?? null,
  }
}

/** Whether some head of the log is anchored on the chain of these settings. */
export async function isAnchored({ settings: { chain }, database }: ChainServices & Pick<Services, 'database'>) {
  if (!chain) return false
  return database.withoutTenant(async db => {
    const head = await newestHead(db)
    return head !== undefined && (await findVerified(db, chain, head)) !== undefined
  })
}

interface VerifiedRow {
  sender: Buffer
  transaction: Buffer
  block: number
  blockHash: Buffer
  time: Date
  size: number
  root: Buffer
}

function findVerified(
  db: Db,
  { chainId, contract }: NonNullable<ChainServices['settings']['chain']>,
  { size, note }: { size: number; note: string },
): Promise<VerifiedRow | undefined> {
  return db.maybe<VerifiedRow>(sql`
    select s.sender, a.transaction, a.block, a.block_hash as "blockHash", a.block_time as time, a.size, a.root
    from chain_anchor a join chain_sender s on s.id = a.sender_id
    where s.chain_id = ${chainId} and s.contract = ${bytesOf(contract)}
      and a.origin = ${note.slice(0, note.indexOf('\n'))} and a.state = 'verified' and a.size <= ${size}
    order by a.size desc limit 1`)
}
