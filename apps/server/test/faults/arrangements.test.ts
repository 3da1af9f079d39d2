import { afterAll, expect, test } from 'vitest'
import { closeAll, runCampaign } from '../../faults/campaign.ts'
import { harmOf, unharmed } from './unharmed.ts'

/**
 * A fault of each arrangement beyond one database: a pooler before it, a standby that is read from. Only the campaign
 * itself judges how fast an installation recovers, on a machine of its own.
 */
afterAll(closeAll)

test('behind a pooler that is killed, and beside a reading replica that falls behind, nothing is lost or read too early', async () => {
  const lines: string[] = []
  const rows = await runCampaign({
    names: ['pooler-killed', 'replica-behind'],
    quick: true,
    seed: 20_261_127,
    rate: 40,
    patienceMs: 240_000,
    budgetMs: 10 * 60_000,
    say: line => lines.push(line),
  })
  const story = lines.join('\n')
  expect(
    rows.map(row => row.name),
    story,
  ).toEqual(['pooler-killed', 'replica-behind'])
  for (const row of rows) {
    // A machine without PgBouncer and without Debian's packages says so.
    if (row.skipped) {
      expect([row.name, process.env.PGBOUNCER], row.skipped).toEqual(['pooler-killed', undefined])
      continue
    }
    expect(harmOf(row), story).toEqual(unharmed)
  }
}, 900_000)
