import { type DetectionThreshold, detectionThresholds } from '@timbermark/contract/calls'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

export type WatchThresholds = Record<DetectionThreshold, number>

/** What holds where neither the enterprise nor the installation says anything. */
export const usualThresholds: WatchThresholds = {
  speedKmh: 1000,
  placesMost: 3,
  placesDays: 30,
  crossVisits: 3,
  warnDays: 30,
}

const keys = Object.keys(detectionThresholds) as DetectionThreshold[]

/** The installation's thresholds as they are now. */
export async function installationThresholds(db: Pick<Db, 'query'>): Promise<WatchThresholds> {
  const rows = await db.query<{ key: string; value: string | null }>(sql`
    select config_key as key, config_value as value from config where config_key = any(${Object.values(detectionThresholds)})`)
  const said = new Map(rows.map(({ key, value }) => [key, value]))
  const toldOf = (key: DetectionThreshold) => Number(said.get(detectionThresholds[key]) ?? usualThresholds[key])
  return Object.fromEntries(keys.map(key => [key, toldOf(key)])) as WatchThresholds
}

export type OwnThresholds = Partial<WatchThresholds>

/** What these enterprises have set themselves, by their ids; those that have set nothing are not in it. */
export async function ownThresholds(
  db: Pick<Db, 'query'>,
  tenantIds: readonly number[],
): Promise<Map<number, OwnThresholds>> {
  const rows = await db.query<{ tenantId: number; threshold: DetectionThreshold; value: number }>(sql`
    select tenant_id as "tenantId", threshold, value from watch_threshold where tenant_id = any(${tenantIds}::bigint[])`)
  const own = new Map<number, OwnThresholds>()
  for (const { tenantId, threshold, value } of rows) own.set(tenantId, { ...own.get(tenantId), [threshold]: value })
  return own
}

/**
 * The thresholds of each of these enterprises: its own, else the installation's.
 * @param db a handle across tenants
 */
export async function thresholdsOf(
  db: Pick<Db, 'query'>,
  tenantIds: readonly number[],
): Promise<(tenantId: number) => WatchThresholds> {
  const installation = await installationThresholds(db)
  const own = await ownThresholds(db, [...new Set(tenantIds)])
  return tenantId => ({ ...installation, ...own.get(tenantId) })
}
