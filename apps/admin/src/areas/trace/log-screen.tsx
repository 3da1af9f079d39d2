import type { Listed } from '@timbermark/contract'
import { canUse } from '../../entity/actions/permissions.ts'
import { useCodeCell } from '../../entity/values/code-cell.tsx'
import { ExportButton } from '../../entity/list/export-button.tsx'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import type { Cell } from '../../entity/list/table-props.ts'
import { NoPermission } from '../../entity/list/list-states.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useMapSwitch } from '../../entity/map/map-switch.tsx'
import { useSession, useT } from '../../shell/index.ts'
import { LogMapView } from './log-map.tsx'
import '../../entity/entity.css'

/** Scans or checks of the enterprise's own codes, newest first. */
export function TraceLogScreen({ entity }: { entity: Listed }) {
  const t = useT()
  const { permissions } = useSession()
  const code = useCodeCell()
  const { isMapOpen, mapButton } = useMapSwitch()
  const regions = new Intl.DisplayNames([t.locale], { type: 'region' })
  if (!canUse(entity, 'list', permissions)) return <NoPermission />

  const cells: Record<string, Cell> = {
    code,
    genuine: row => (
      <ToneTag tone={row.genuine === true ? 'success' : 'error'}>
        {t(row.genuine === true ? 'trace.check-log.genuine.true' : 'trace.check-log.genuine.false')}
      </ToneTag>
    ),
    country: (row, plain) => (isRegion(row.country) ? (regions.of(row.country) ?? plain) : plain),
  }
  return (
    <EntityTable
      entity={entity}
      cells={cells}
      toolbar={
        <>
          {mapButton}
          {canUse(entity, 'export', permissions) && <ExportButton entity={entity} />}
        </>
      }
      above={isMapOpen && <LogMapView entity={entity} />}
    />
  )
}

const isRegion = (value: unknown): value is string => typeof value === 'string' && /^[A-Z]{2}$/.test(value)
