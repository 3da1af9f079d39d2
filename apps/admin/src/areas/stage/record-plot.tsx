import { Link } from 'react-router'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useSession, useT } from '../../shell/index.ts'
import type { RecordPlot as Plot } from './record-shape.ts'

/** The plot that a record names, in the version that it had when it was reported. */
export function RecordPlot({ plot }: { plot: Plot | null }) {
  const t = useT()
  const { can } = useSession()
  if (!plot) return null
  const title = `${plot.number} · ${plot.name}`
  return (
    <section className="tm-panel">
      <h3>{t('material.plot')}</h3>
      <p>
        {can('material:plot:query') && can('material:plot:list') ? (
          <Link to={`/material/plot?view=${plot.id}`}>{title}</Link>
        ) : (
          title
        )}{' '}
        · {t('stage.record.versionNumber', { n: plot.version })}{' '}
        {plot.newest > plot.version && <ToneTag>{t('stage.record.paperReplaced', { n: plot.newest })}</ToneTag>}
      </p>
    </section>
  )
}
