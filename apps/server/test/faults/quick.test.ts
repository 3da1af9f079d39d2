import { afterAll, expect, test } from 'vitest'
import { closeAll, runCampaign } from '../../faults/campaign.ts'

/**
 * The two-minute choice of the fault campaign. How fast an installation comes back is judged by the campaign itself, on a
 * machine of its own: here other tests run beside.
 */
afterAll(closeAll)

const said: string[] = []

test('killed, frozen and cut off under load, nothing is lost, doubled or stuck, and it comes back by itself', async () => {
  const rows = await runCampaign({
    names: [],
    quick: true,
    seed: 20_261_122,
    rate: 40,
    patienceMs: 240_000,
    budgetMs: 10 * 60_000,
    say: line => said.push(line),
  })
  const story = said.join('\n')
  expect(rows.map(row => row.name).sort(), story).toEqual([
    'cut-clients',
    'cut-connections',
    'freeze-database',
    'kill-database',
    'kill-server',
    'kill-worker',
  ])
  for (const row of rows) {
    expect(row, story).toMatchObject({ times: 1, lost: [], doubled: [], stuck: [], hands: 0 })
    expect(row.acknowledged.scan + row.acknowledged.report, row.name).toBeGreaterThan(0)
  }
}, 900_000)
