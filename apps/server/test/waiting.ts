import type { World } from './harness.ts'

/** How many calls wait for a lock of the database: a test of two simultaneous calls must see it before it lets them go on. */
export async function waiting({ admin }: Pick<World, 'admin'>): Promise<number> {
  const { rows } = await admin.query<{ n: number }>(
    `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows[0]!.n
}
