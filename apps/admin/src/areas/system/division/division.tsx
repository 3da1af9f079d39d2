import { PlusOutlined, SyncOutlined } from '@ant-design/icons'
import type { Client } from '@timbermark/client'
import { division, divisionView, type RowOf } from '@timbermark/contract'
import { useQueries } from '@tanstack/react-query'
import { Button, Select } from 'antd'
import { useState } from 'react'
import type { ControlProps } from '../../../entity/controls/control-props.ts'
import { type Action, ActionButton } from '../../../entity/actions/action-button.tsx'
import { canUse } from '../../../entity/actions/permissions.ts'
import { DetailDrawer } from '../../../entity/detail/detail-drawer.tsx'
import { EntityTable } from '../../../entity/list/entity-table.tsx'
import type { Cell } from '../../../entity/list/table-props.ts'
import { FormDrawer } from '../../../entity/form/form-drawer.tsx'
import { NoPermission } from '../../../entity/list/list-states.tsx'
import { useWrites } from '../../../entity/use-entity.ts'
import { useUndo } from '../../../entity/actions/use-undo.tsx'
import { useRowAction } from '../../../entity/actions/use-row-action.ts'
import { useAddressParam, useListState } from '../../../entity/list/use-list-state.ts'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { TreeTable } from '../tree/tree-table.tsx'
import { buildLevelTree, recordId } from './level-tree.ts'
import { SyncPanel, useSync } from './sync-panel.tsx'
import '../../../entity/entity.css'
import '../system.css'

type Division = RowOf<typeof divisionView>

/** The direct children of one division, all at once. */
const loadLevel = (client: Client, parentId: number, signal: AbortSignal) =>
  client.list<Division>('/system/division/list', { parentId }, { signal })

/** Codes are shown as digits without separators, and as a dash above a province. */
const codeCells: Record<string, Cell<Division>> = {
  cityId: row => <span className="tm-number">{row.cityId}</span>,
  parentId: row => (row.parentId ? <span className="tm-number">{row.parentId}</span> : '–'),
}

/** Provinces, cities and districts: level by level, or searched by name over all levels. */
export default function DivisionScreen() {
  const t = useT()
  const client = useClient()
  const report = useUndo(division)
  const { permissions } = useSession()
  const { state } = useListState(divisionView)
  const { remove } = useWrites(division)
  const [adding, setAdding] = useAddressParam('add')
  const [editing, setEditing] = useAddressParam('edit')
  const [viewing, setViewing] = useAddressParam('view')
  const [open, setOpen] = useState<readonly number[]>([])
  const sync = useSync()
  const rowAction = useRowAction(division)
  const may = (verb: string) => canUse(division, verb, permissions)
  const filtered = Object.keys(state.filters).length > 0
  const levels = useQueries({
    queries: [0, ...open].map(parentId => ({
      queryKey: ['entity', 'system/division', 'below', parentId],
      queryFn: ({ signal }: { signal: AbortSignal }) => loadLevel(client, parentId, signal),
      enabled: may('list') && !filtered,
    })),
  })
  if (!may('list')) return <NoPermission />
  const [roots] = levels
  const below = new Map(open.map((parentId, index) => [parentId, levels[index + 1]?.data?.rows]))
  const reading = new Set(open.filter((_, index) => levels[index + 1]?.isPending))

  const actions = (row: Division & { recordId?: number }): Action[] => [
    ...rowAction(row, 'edit', { run: () => setEditing(String(recordId(row))) }),
    ...(may('add') && row.level < 3
      ? [{ key: 'addBelow', label: t('system.tree.addBelow'), run: () => setAdding(`${row.cityId}.${row.level}`) }]
      : []),
    ...rowAction(row, 'remove', {
      danger: true,
      run: async () => {
        const answer = await remove.mutateAsync([recordId(row)])
        report(t('entity.removedOne', { name: row.fullName }), answer)
      },
    }),
    ...(may('query') ? [{ key: 'view', label: t('action.query'), run: () => setViewing(String(recordId(row))) }] : []),
  ]
  const toolbar = (
    <>
      {may('add') && (
        <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding('0.0')}>
          {t('action.add')}
        </Button>
      )}
      {may('sync') && (
        <ActionButton
          action={{
            key: 'sync',
            label: t('action.sync'),
            icon: <SyncOutlined spin={sync.running} />,
            reason: sync.running ? t('error.system.division.running') : undefined,
            confirm: {
              title: t('system.division.syncTitle'),
              text: t('system.division.syncText'),
              ok: t('action.sync'),
            },
            run: sync.start,
          }}
        />
      )}
    </>
  )
  const [parentOfNew, levelAbove] = (adding ?? '0.0').split('.').map(Number)
  return (
    <>
      {may('sync') && <SyncPanel sync={sync} />}
      {filtered ? (
        <EntityTable entity={divisionView} cells={codeCells} actions={actions} toolbar={toolbar} />
      ) : (
        <TreeTable
          entity={divisionView}
          nodes={roots?.data && buildLevelTree(roots.data.rows, below)}
          error={roots?.error}
          refreshing={levels.some(level => level.isFetching)}
          onRefresh={() => {
            for (const level of levels) void level.refetch()
          }}
          open={open}
          onOpen={setOpen}
          isBranch={node => node.hasChildren}
          reading={reading}
          cells={codeCells}
          actions={actions}
          toolbar={toolbar}
        />
      )}
      <FormDrawer
        entity={division}
        open={adding ? (may('add') ? 'add' : undefined) : editing && may('edit') ? { id: editing } : undefined}
        onClose={() => (adding ? setAdding(undefined) : setEditing(undefined))}
        defaults={{ parentId: parentOfNew, level: (levelAbove ?? 0) + 1 }}
        controls={{ level: props => <LevelControl {...(props as ControlProps<number>)} /> }}
      />
      <DetailDrawer
        entity={divisionView}
        cells={codeCells}
        id={may('query') ? viewing : undefined}
        onClose={() => setViewing(undefined)}
        actions={row => rowAction(row, 'edit', { run: () => setEditing(String(row.id)) })}
      />
    </>
  )
}

function LevelControl({ value, onChange, ...props }: ControlProps<number>) {
  const t = useT()
  return (
    <Select
      {...props}
      value={value ?? undefined}
      options={[1, 2, 3].map(level => ({ value: level, label: t.from(`system.division.level.${level}`) }))}
      onChange={level => onChange?.(level)}
    />
  )
}
