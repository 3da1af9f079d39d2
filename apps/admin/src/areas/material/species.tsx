import { formatDate } from '@timbermark/client'
import { tradeSpecies } from '@timbermark/contract'
import { citesSource } from '@timbermark/contract/cites'
import { ExportButton } from '../../entity/list/export-button.tsx'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import { NoPermission } from '../../entity/list/list-states.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useSession, useT } from '../../shell/index.ts'
import '../../entity/entity.css'

/** The trade species with all their names, and what CITES lists of them. */
export default function SpeciesScreen() {
  const t = useT()
  const { can } = useSession()
  if (!can('material:species:list')) return <NoPermission />
  return (
    <>
      <p className="tm-muted tm-hint">
        {t('material.speciesList.about', { day: formatDate(citesSource.asOf), source: citesSource.name })}{' '}
        {t('material.speciesList.added')}
      </p>
      <EntityTable
        entity={tradeSpecies}
        cells={{
          listed: row => (row.listed ? <ToneTag tone="warning">{t('material.species.listed.true')}</ToneTag> : '–'),
        }}
        toolbar={can('material:species:export') && <ExportButton entity={tradeSpecies} />}
      />
    </>
  )
}
