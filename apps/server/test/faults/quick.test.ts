import { afterAll, expect, test } from 'vitest'
import { closeAll, runCampaign } from '../../faults/campaign.ts'

/**
 * A selection of the fault campaign. Only the campaign itself judges how fast an installation recovers, on a
 * machine of its own: here other tests run at the same time.
 */
afterAll(closeAll)

const lines: string[] = []
/** What frozen databases do to calls is tested in platform/frozen.test.ts, calls that are sent twice with idempotency keys. */
const struck = ['cut-connections', 'kill-database', 'kill-server', 'kill-worker'] as const

test('killed, frozen and cut off under load, nothing is lost, doubled or stuck, and it comes back by itself', async () => {
  const rows = await runCampaign({
    names: [...struck],
    quick: true,
    seed: 20_261_122,
    rate: 10,
    patienceMs: 240_000,
    budgetMs: 10 * 60_000,
    say: line => lines.push(line),
  })
  const story = lines.join('\n')
  expect(rows.map(row => row.name).sort(), story).toEqual(struck)
  for (const row of rows) {
    expect(row, story).toMatchObject({ times: 1, lost: [], doubled: [], stuck: [], hands: 0 })
    expect(row.acknowledged.scan + row.acknowledged.report, row.name).toBeGreaterThan(0)
    // A kill is aimed at every kind of write at once; some are between two writes at that moment.
    if (row.name.startsWith('kill-server') || row.name.startsWith('kill-database'))
      expect(
        row.shots.flatMap(({ flying }) => Object.values(flying)).filter(count => count > 0).length,
        story,
      ).toBeGreaterThan(5)
  }
}, 900_000)
