import type { runCampaign } from '../../faults/campaign.ts'

type CampaignRow = Awaited<ReturnType<typeof runCampaign>>[number]

/** What a fault did to an installation. Slow answers are the machine's; everything else is ours. */
export function harmOf({ skipped, times, lost, doubled, stuck, wrong, hands }: CampaignRow) {
  const objections = wrong.filter(item => !/^an answer took/.test(item))
  return { skipped, times, lost, doubled, stuck, objections, hands }
}

/** The harm of a fault that struck once and did none. */
export const unharmed: ReturnType<typeof harmOf> = {
  skipped: undefined,
  times: 1,
  lost: [],
  doubled: [],
  stuck: [],
  objections: [],
  hands: 0,
}
