import type { AlarmKey, AnchorFault } from '@timbermark/contract'
import { clearStandingAlarm, raiseStandingAlarm } from '../../../platform/alarms/standing-alarms.ts'
import type { AlarmDetail } from '../../../platform/alarms/alarms.ts'
import type { ChainSettings } from '../../../platform/chain-settings.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { bytesOf } from './anchor-store.ts'
import type { Hex } from 'viem'

/** Anchors that the balance must suffice for. */
export const anchorsInReserve = 100
/** How late an anchor may be: three intervals, at least an hour. */
export const lagLimitSeconds = ({ everyMs }: Pick<ChainSettings, 'everyMs'>) => Math.max(3600, (3 * everyMs) / 1000)

/** How anchoring stands. */
export interface AnchoringState {
  fault: AnchorFault | null
  /** In the smallest unit of the chain; null before it was read. */
  balance: bigint | null
  /** Of an anchor, on average over the last 20; null before the first. */
  cost: bigint | null
  /** For how long there has been a head that is not anchored, by whichever sender, seconds; 0 when the newest is. */
  lag: number
}

/** @param db may read the ledger */
export async function loadAnchoringState(
  db: Db,
  { chainId, contract }: ChainSettings,
  sender: Hex,
): Promise<AnchoringState> {
  const row = await db.maybe<{ id: number; fault: AnchorFault | null; balance: string | null }>(sql`
    select id, fault, balance::text from chain_sender
    where chain_id = ${chainId} and contract = ${bytesOf(contract)} and sender = ${bytesOf(sender)}`)
  const id = row?.id ?? null
  const { lag, cost } = await db.one<{ lag: number; cost: string | null }>(sql`
    select
      coalesce((select extract(epoch from now() - min(signed_at))::float8 from ledger_checkpoint
        where size > coalesce((
          select max(a.size) from chain_anchor a join chain_sender s on s.id = a.sender_id
          where s.chain_id = ${chainId} and s.contract = ${bytesOf(contract)} and a.state = 'verified'), 0)), 0) as lag,
      (select round(avg(cost))::text from
        (select cost from chain_anchor where sender_id = ${id} and cost is not null order by id desc limit 20) last) as cost`)
  return {
    fault: row?.fault ?? null,
    balance: row?.balance == null ? null : BigInt(row.balance),
    cost: cost === null ? null : BigInt(cost),
    lag: Math.max(0, lag),
  }
}

/** Faults that mean that somebody is shown something else than is true. */
const contradictions: readonly AnchorFault[] = [
  'wrongChain',
  'noContract',
  'wrongContract',
  'reverted',
  'disagreement',
  'ahead',
  'fork',
]

/** Raises and clears the alarms about anchoring. @param db a handle across tenants */
export async function updateAnchorAlarms(db: Db, chain: ChainSettings, sender: Hex): Promise<void> {
  const { fault, balance, cost, lag } = await loadAnchoringState(db, chain, sender)
  const isScarce = balance !== null && cost !== null && balance < cost * BigInt(anchorsInReserve)
  const set = (key: AlarmKey, is: boolean, detail: AlarmDetail = {}) =>
    is ? raiseStandingAlarm(db, key, detail) : clearStandingAlarm(db, key)
  await set('anchorLag', lag > lagLimitSeconds(chain), { minutes: Math.floor(lag / 60) })
  await set('anchorFunds', fault === 'funds' || (chain.fees !== 'zero' && isScarce))
  await set('anchorDisagreement', fault !== null && contradictions.includes(fault))
}
