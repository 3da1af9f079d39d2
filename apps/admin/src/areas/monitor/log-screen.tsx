import { ClearOutlined } from '@ant-design/icons'
import { keyOf, type Listed, type RowOf } from '@timbermark/contract'
import { Drawer } from 'antd'
import { type ReactNode, useState } from 'react'
import { type Action, ActionButton } from '../../entity/actions/action-button.tsx'
import { canUse } from '../../entity/actions/permissions.ts'
import { EntityDetail } from '../../entity/detail/detail-drawer.tsx'
import { ExportButton } from '../../entity/list/export-button.tsx'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import type { Cell } from '../../entity/list/table-props.ts'
import { NoPermission } from '../../entity/list/list-states.tsx'
import { useRefresh, useWrites } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { RemoveSelected } from '../../entity/actions/remove-selected.tsx'
import '../../entity/entity.css'

interface LogScreenProps<L extends Listed> {
  entity: L
  /** Name of an entry for the heading of its details. */
  nameOf: (row: RowOf<L>) => string
  rowActions?: (row: RowOf<L>) => readonly Action[]
  cells?: { [field: string]: Cell<RowOf<L>> }
  /** Cells of the detail view only. */
  detailCells?: { [field: string]: Cell<RowOf<L>> }
  toolbar?: ReactNode
  /** Replaces the button that empties the log. */
  cleaning?: ReactNode
}

/** A log: searched, viewed in detail, exported and, with the permission, cleared. Entries cannot be edited. */
export function LogScreen<const L extends Listed>({
  entity,
  nameOf,
  rowActions,
  cells,
  detailCells,
  toolbar,
  cleaning,
}: LogScreenProps<L>) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(entity)
  const { permissions } = useSession()
  const { remove } = useWrites(entity)
  const [selected, setSelected] = useState<readonly React.Key[]>([])
  const [viewing, setViewing] = useState<RowOf<L>>()
  const may = (verb: string) => canUse(entity, verb, permissions)
  if (!may('list')) return <NoPermission />

  return (
    <>
      <EntityTable
        entity={entity}
        cells={cells}
        selection={may('remove') ? { keys: selected, onChange: keys => setSelected(keys) } : undefined}
        actions={row => [
          ...(may('query') ? [{ key: 'view', label: t('action.query'), run: () => setViewing(row) }] : []),
          ...(rowActions?.(row) ?? []),
        ]}
        toolbar={
          <>
            {may('remove') && (
              <>
                <RemoveSelected
                  count={selected.length}
                  run={async () => {
                    await remove.mutateAsync(selected as (string | number)[])
                    feedback.done(t('entity.removed', { n: selected.length }))
                    setSelected([])
                  }}
                />
                {cleaning ?? (
                  <ActionButton
                    action={{
                      key: 'clean',
                      label: t('monitor.log.clean'),
                      icon: <ClearOutlined />,
                      danger: true,
                      confirm: {
                        title: t('monitor.log.cleanTitle'),
                        text: t('monitor.log.cleanText'),
                        ok: t('monitor.log.clean'),
                      },
                      run: async () => {
                        const { kept } = await client.delete<{ removed: number; kept: number }>(
                          `/${keyOf(entity)}/clean`,
                        )
                        setSelected([])
                        feedback.done(kept > 0 ? t('monitor.log.cleanedExcept', { n: kept }) : t('monitor.log.cleaned'))
                        await refresh()
                      },
                    }}
                  />
                )}
              </>
            )}
            {may('export') && <ExportButton entity={entity} />}
            {toolbar}
          </>
        }
      />
      <Drawer
        open={viewing !== undefined}
        title={viewing && nameOf(viewing)}
        size={820}
        className="tm-drawer"
        destroyOnHidden
        onClose={() => setViewing(undefined)}
      >
        {viewing && <EntityDetail entity={entity} row={viewing} cells={{ ...cells, ...detailCells }} audit={false} />}
      </Drawer>
    </>
  )
}
