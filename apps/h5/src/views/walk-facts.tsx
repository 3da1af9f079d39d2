import { formatNumber } from '@timbermark/client'
import { useApp } from '../app/context.ts'
import { accuracyOf, perimeterOf, type Walk } from '../report/walk.ts'
import { Facts } from './values.tsx'

/** What was measured so far. @param hectares of the outline, where they are known */
export function WalkFacts({ walk, hectares }: { walk: Walk; hectares?: number | undefined }) {
  const { t } = useApp()
  const { mode, positions, inaccurate, joined } = walk
  const number = (value: number, digits = 0) => formatNumber(value.toFixed(digits), t.language)
  if (positions.length === 0 && inaccurate === 0) return null
  const { worst, median } = accuracyOf(walk)
  return (
    <Facts
      facts={[
        [t('h5.walk.positions'), number(positions.length)],
        [t('h5.walk.area'), hectares === undefined ? null : t('h5.walk.hectares', { n: number(hectares, 4) })],
        [
          t('h5.walk.perimeter'),
          mode === 'outline' && positions.length > 1 ? t('h5.walk.metres', { n: number(perimeterOf(walk)) }) : null,
        ],
        [
          t('h5.walk.accuracy'),
          positions.length > 0 ? t('h5.walk.medianWorst', { median: number(median), worst: number(worst) }) : null,
        ],
        [t('h5.walk.leftOut'), inaccurate > 0 ? number(inaccurate) : null],
        [t('h5.walk.joined'), joined > 0 ? number(joined) : null],
      ]}
    />
  )
}
