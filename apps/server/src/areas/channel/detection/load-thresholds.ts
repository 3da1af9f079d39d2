import { type DetectionThreshold, detectionThresholds } from '@timbermark/contract/calls'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'

export type DetectionThresholds = Record<DetectionThreshold, number>

/** Defaults when neither the enterprise nor the installation sets a value. */
export const defaultThresholds: DetectionThresholds = {
  speedKmh: 1000,
  placesMost: 3,
  placesDays: 30,
  crossVisits: 3,
  warnDays: 30,
}

const keys = Object.keys(detectionThresholds) as DetectionThreshold[]

/** The installation's current thresholds. */
export async function loadInstallationThresholds(db: Pick<Db, 'query'>): Promise<DetectionThresholds> {
  const rows = await db.query<{ key: string; value: string | null }>(sql`
    select config_key as key, config_value as value from config where config_key = any(${Object.values(detectionThresholds)})`)
  const values = new Map(rows.map(({ key, value }) => [key, value]))
  const thresholdValue = (key: DetectionThreshold) =>
    Number(values.get(detectionThresholds[key]) ?? defaultThresholds[key])
  return Object.fromEntries(keys.map(key => [key, thresholdValue(key)])) as DetectionThresholds
}

export type EnterpriseThresholds = Partial<DetectionThresholds>

/** Thresholds that these enterprises have set, by enterprise; without enterprises that have set none. */
export async function loadEnterpriseThresholds(
  db: Pick<Db, 'query'>,
  tenantIds: readonly number[],
): Promise<Map<number, EnterpriseThresholds>> {
  const rows = await db.query<{ tenantId: number; threshold: DetectionThreshold; value: number }>(sql`
    select tenant_id as "tenantId", threshold, value from watch_threshold where tenant_id = any(${tenantIds}::bigint[])`)
  const byTenant = new Map<number, EnterpriseThresholds>()
  for (const { tenantId, threshold, value } of rows)
    byTenant.set(tenantId, { ...byTenant.get(tenantId), [threshold]: value })
  return byTenant
}

/**
 * Effective thresholds of these enterprises: their own, else the installation's.
 * @param db a handle across tenants
 */
export async function loadThresholds(
  db: Pick<Db, 'query'>,
  tenantIds: readonly number[],
): Promise<(tenantId: number) => DetectionThresholds> {
  const installation = await loadInstallationThresholds(db)
  const byTenant = await loadEnterpriseThresholds(db, [...new Set(tenantIds)])
  return tenantId => ({ ...installation, ...byTenant.get(tenantId) })
}
