import { afterAll, expect, test } from 'vitest'
import { closeAll, runCampaign } from '../../faults/campaign.ts'
import { harmOf, unharmed } from './unharmed.ts'

/**
 * The faults of a primary with a standby, each once. Only the campaign itself judges how fast an installation recovers,
 * on a machine of its own: here other tests run at the same time.
 */
afterAll(closeAll)

test('a promoted standby: nothing acknowledged is lost with a synchronous one, and a lost head stops the signer', async () => {
  const lines: string[] = []
  const rows = await runCampaign({
    names: ['failover', 'failover-request', 'standby-silent', 'failover-loss'],
    quick: true,
    seed: 20_261_126,
    rate: 10,
    patienceMs: 240_000,
    budgetMs: 10 * 60_000,
    say: line => lines.push(line),
  })
  const story = lines.join('\n')
  expect(
    rows.map(row => row.name),
    story,
  ).toEqual(['failover', 'failover-request', 'standby-silent', 'failover-loss'])
  for (const row of rows) expect(harmOf(row), story).toEqual(unharmed)
}, 900_000)
