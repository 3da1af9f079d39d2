import { ImportOutlined } from '@ant-design/icons'
import { plot } from '@timbermark/contract'
import { Button } from 'antd'
import { useState } from 'react'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import { useSession, useT } from '../../shell/index.ts'
import { ImportPlots } from './import-plots.tsx'
import { PlotHistory } from './plot-history.tsx'
import { PlotRecords } from './plot-records.tsx'
import { PlotOutline } from './plot-outline.tsx'

/** Its import has a preview of its own, instead of the one of lists. */
const withoutImport = { ...plot, verbs: [] }

/** Plots: land that wood comes from, with outlines, overlaps and earlier shapes. */
export default function PlotScreen() {
  const t = useT()
  const { can } = useSession()
  const [importing, setImporting] = useState(false)
  return (
    <>
      <EntityScreen
        entity={withoutImport}
        form={{ hints: { geometry: t('material.plot.geometryHint') } }}
        // A text of thousands of positions: the drawing and the list of positions below show it.
        cells={{ geometry: row => t('material.plot.geometryOf', { n: Number(row.positions ?? 0) }) }}
        toolbar={
          can('material:plot:import') && (
            <Button icon={<ImportOutlined />} onClick={() => setImporting(true)}>
              {t('action.import')}
            </Button>
          )
        }
        detail={row => (
          <section className="tm-panel">
            <h3>{t('material.plot.map')}</h3>
            <PlotOutline geometry={String(row.geometry)} name={String(row.name)} />
            <PlotRecords id={row.id} />
            <PlotHistory id={row.id} name={String(row.name)} />
          </section>
        )}
      />
      {importing && <ImportPlots onClose={() => setImporting(false)} />}
    </>
  )
}
