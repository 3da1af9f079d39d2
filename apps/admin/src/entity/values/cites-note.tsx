import { formatDate } from '@timbermark/client'
import { type CitesTaxon, citesSource } from '@timbermark/contract/cites'
import { useT } from '../../shell/index.ts'
import { ToneTag } from './tone-tag.tsx'

/** What CITES lists about a species, with source and date; says so when it lists nothing. */
export function CitesNote({ taxon }: { taxon: CitesTaxon | undefined }) {
  const t = useT()
  const day = (date: string) => formatDate(date)
  const facts = taxon && [
    taxon.annotation && t('trade.cites.annotation', { annotation: taxon.annotation }),
    taxon.population && t(`trade.cites.population.${taxon.population}`),
    taxon.since && t('trade.cites.since', { date: day(taxon.since) }),
  ]
  return (
    <>
      {taxon ? (
        <>
          <ToneTag tone={taxon.appendix === 'I' ? 'error' : 'warning'}>
            {t('trade.cites.listed', { appendix: taxon.appendix })}
          </ToneTag>{' '}
          {facts?.filter(Boolean).join(' · ')}
        </>
      ) : (
        t('trade.cites.none')
      )}
      <div className="tm-muted tm-hint">
        <a href={citesSource.address} target="_blank" rel="noopener noreferrer">
          {t('trade.cites.source', { source: citesSource.name, date: day(citesSource.asOf) })}
        </a>
      </div>
    </>
  )
}
