import { formatDate, formatDateTime, formatNumber } from '@timbermark/client'
import type { OriginBatch, OriginPlot } from '@timbermark/contract/calls'
import { useMemo } from 'react'
import { Link } from 'react-router'
import { useDict } from '../../../entity/controls/use-dict.ts'
import { countryName } from '../../../entity/values/kind-value.tsx'
import { ToneTag } from '../../../entity/values/tone-tag.tsx'
import { useT } from '../../../shell/index.ts'
import { PlotOutline } from '../plot-outline.tsx'

type Fellings = OriginBatch['fellings'][number]

/** One batch of the way back: who has or had it, the plots of its fellings, and what is not known. */
export function OriginBatchCard({ batch, plots }: { batch: OriginBatch; plots: readonly OriginPlot[] }) {
  const t = useT()
  const { step, enterprise, own, batch: known, passed, passedAt, afterwards, fellings, withheld, gaps } = batch
  const number = (n: number) => formatNumber(n, t.language)
  const isSilent = fellings.length === 0 && withheld.plots === 0 && gaps.length === 0
  return (
    <>
      <p>
        <strong>{enterprise}</strong> {own && <ToneTag>{t('material.origin.own')}</ToneTag>}
        {known && (
          <>
            {' '}
            <Link to={`/catalog/batch?view=${known.id}`}>{t('material.origin.batchOf', { number: known.number })}</Link>
          </>
        )}
      </p>
      <p className="tm-muted">
        {passed === null
          ? t('material.origin.goods')
          : `${t('material.origin.step', { n: number(step) })} · ${t(`material.origin.passed.${passed}`, {
              time: passedAt ? formatDateTime(passedAt) : '–',
            })}`}
      </p>
      {afterwards && <p className="tm-muted">{t('material.origin.afterwards')}</p>}
      {isSilent && <p className="tm-muted">{t('material.origin.noFellings')}</p>}
      {fellings.length > 0 && (
        <ul className="tm-origin-plots">
          {fellings.map(one => (
            <li key={one.plot}>
              <PlotCard plot={plots[one.plot]!} fellings={one} />
            </li>
          ))}
        </ul>
      )}
      {(withheld.plots > 0 || gaps.length > 0) && (
        <ul className="tm-origin-gaps">
          {withheld.plots > 0 && (
            <li>
              <ToneTag tone="warning">{t('material.origin.gap')}</ToneTag>{' '}
              {own
                ? t('material.origin.withheldOwn', { n: withheld.plots })
                : t('material.origin.withheldHere', { n: withheld.plots, enterprise })}
              {withheld.places.length > 0 &&
                ` ${t('material.origin.withheldPlaces', { places: withheld.places.join(', ') })}`}
              {!own && ` ${t('material.origin.withheldAsk')}`}
            </li>
          )}
          {gaps.map(({ kind, records, volume }) => (
            <li key={kind}>
              <ToneTag tone="warning">{t('material.origin.gap')}</ToneTag> {t(`material.origin.gap.${kind}`)}
              {records !== null && ` · ${t('material.origin.records', { n: records })}`}
              {volume !== null && ` · ${formatNumber(Number(volume), t.language, { maximumFractionDigits: 3 })} m³`}
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

function PlotCard({ plot, fellings }: { plot: OriginPlot; fellings: Fellings }) {
  const t = useT()
  const { data: entries } = useDict('tree_species')
  const species = useMemo(
    () => new Map((entries ?? []).map(({ dictValue, dictLabel }) => [dictValue, dictLabel])),
    [entries],
  )
  const { records, firstDay, lastDay, volume, species: codes, afterwards } = fellings
  const decimals = (text: string, digits: number) =>
    formatNumber(Number(text), t.language, { maximumFractionDigits: digits })
  const country = countryName(plot.country, t.locale) ?? plot.country
  const land =
    plot.area === null
      ? t('material.origin.landUnstated', { country })
      : t(plot.kind === 'point' ? 'material.origin.landPoint' : 'material.origin.land', {
          country,
          area: decimals(plot.area, 2),
        })
  const name = t('material.origin.plotOf', { number: plot.number, name: plot.name })
  const felled =
    firstDay === lastDay
      ? t('material.origin.felled', { n: records, first: formatDate(firstDay) })
      : t('material.origin.felledBetween', { n: records, first: formatDate(firstDay), last: formatDate(lastDay) })
  const wood = [
    ...codes.map(code => species.get(code) ?? code),
    ...(volume === null ? [] : [t('material.origin.volume', { volume: decimals(volume, 3) })]),
  ]
  return (
    <article>
      <h4>{plot.id === null ? name : <Link to={`/material/plot?view=${plot.id}`}>{name}</Link>}</h4>
      <p>{[land, plot.place].filter(Boolean).join(' · ')}</p>
      {plot.producer && <p>{t('material.origin.producer', { name: plot.producer })}</p>}
      <p>{felled}</p>
      {afterwards && <p className="tm-muted">{t('material.origin.felledAfterwards')}</p>}
      {wood.length > 0 && <p>{wood.join(' · ')}</p>}
      {plot.version > 1 && <p className="tm-muted">{t('material.origin.olderShape', { n: plot.version })}</p>}
      {plot.geometry === null ? (
        <p className="tm-muted">{t('material.origin.notDrawn')}</p>
      ) : (
        <PlotOutline geometry={plot.geometry} name={plot.name} />
      )}
    </article>
  )
}
