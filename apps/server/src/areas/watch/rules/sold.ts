import { bounded, type Finding, type Weighed } from './finding.ts'
import { areStrangers, day, isPlaced, kmBetween, type Placed } from './met.ts'
import { nearKm, type Thresholds } from './thresholds.ts'
import { sumByPeople } from './early.ts'
import { townsOf } from './towns.ts'

/**
 * An item that was reported as sold is still met by strangers in several far towns. Its buyer may move, and that is one town.
 * @param soldAt when the sale is reported to have been; null when it is not
 */
export function soldFinding(
  visits: readonly Weighed[],
  soldAt: number | null,
  { placesDays }: Thresholds,
): Finding | undefined {
  if (soldAt === null) return undefined
  const last = Math.max(...visits.map(({ met }) => met.at))
  const after = visits.filter(
    (one): one is Weighed & { met: Placed } =>
      isPlaced(one.met) && one.weight > 0 && one.met.at > soldAt + day && one.met.at > last - placesDays * day,
  )
  const sum = sumByPeople(after)
  if (townsOf(after.map(({ met }) => met)).length < 3 || sum < 2.5) return undefined
  return { kind: 'sold', confidence: bounded(30 + 10 * sum), visits: after }
}

/**
 * After the first right check, which is its first owner's, others far away enter the right anti-counterfeit code too: it was
 * copied with its label. One other may be whoever got it as a present.
 */
export function recheckedFinding(visits: readonly Weighed[], { placesDays }: Thresholds): Finding | undefined {
  const right = visits
    .filter((one): one is Weighed & { met: Placed } => one.met.right === true && isPlaced(one.met) && one.weight > 0)
    .sort((a, b) => a.met.at - b.met.at)
  const [owner] = right
  if (!owner) return undefined
  const others = right.filter(
    ({ met }) =>
      areStrangers(owner.met, met) && kmBetween(owner.met, met) > nearKm && met.at < owner.met.at + placesDays * day,
  )
  const sum = sumByPeople(others)
  return sum < 1.5 ? undefined : { kind: 'rechecked', confidence: bounded(30 + 15 * sum), visits: [owner, ...others] }
}
