import { PlusOutlined } from '@ant-design/icons'
import { dept, integer } from '@timbermark/contract'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import type { ControlProps } from '../../entity/controls/control.tsx'
import {
  type Action,
  DictTag,
  FormDrawer,
  mayUse,
  NoPermission,
  type Row,
  useAddressWord,
  useFeedback,
  useRows,
  useWrites,
} from '../../entity/index.ts'
import { filterParams } from '../../entity/query-state.ts'
import { statusDict } from '../../entity/status-switch.tsx'
import { toTree } from '../../entity/tree.ts'
import { useListState } from '../../entity/use-list-state.ts'
import { useSession, useT } from '../../shell/index.ts'
import { ParentDept } from './parent-dept.tsx'
import { rowVerb } from './record/row-verb.ts'
import { TreeTable } from './tree/tree-table.tsx'
import { branchIds, type RowNode } from './tree/visible-nodes.ts'
import '../../entity/entity.css'
import './system.css'

const { parentId: _, ...fields } = dept.fields

/** The parent is asked for first, and 0 for the enterprise itself, which has none. */
const deptEntity = { ...dept, fields: { parentId: integer({ min: 0, required: true, hideInList: true }), ...fields } }

/** Departments as a tree; the enterprise itself is its root. */
export default function DeptScreen() {
  const t = useT()
  const feedback = useFeedback()
  const { permissions } = useSession()
  const { state } = useListState(deptEntity)
  const [adding, setAdding] = useAddressWord('add')
  const [editing, setEditing] = useAddressWord('edit')
  const [opened, setOpened] = useState<readonly number[]>()
  const { remove } = useWrites(dept)
  const may = (verb: string) => mayUse(dept, verb, permissions)
  const query = filterParams(deptEntity, state.filters) as Record<string, string>
  const { data, error, isFetching, refetch } = useRows(deptEntity, query)
  const nodes = useMemo(() => data && (toTree(data.rows) as RowNode[]), [data])
  if (!may('list')) return <NoPermission />
  const open = opened ?? branchIds(nodes ?? [])

  const actions = (row: Row): Action[] => [
    ...rowVerb(t, row, 'edit', may('edit'), { label: t('action.edit'), run: () => setEditing(String(row.id)) }),
    ...(may('add')
      ? [{ key: 'addBelow', label: t('system.tree.addBelow'), run: () => setAdding(String(row.id)) }]
      : []),
    ...rowVerb(t, row, 'remove', may('remove'), {
      label: t('action.remove'),
      danger: true,
      confirm: { title: t('common.confirmRemove', { name: String(row.deptName) }), ok: t('action.remove') },
      run: async () => {
        await remove.mutateAsync([row.id])
        feedback.done(t('entity.removed', { n: 1 }))
      },
    }),
  ]
  const add = may('add') && (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding('0')}>
      {t('action.add')}
    </Button>
  )

  return (
    <>
      <TreeTable
        entity={deptEntity}
        nodes={nodes}
        error={error}
        refreshing={isFetching}
        onRefresh={() => void refetch()}
        open={open}
        onOpen={setOpened}
        actions={actions}
        cells={{ status: row => <DictTag type={statusDict} value={String(row.status)} /> }}
        toolbar={add}
        empty={add}
      />
      <FormDrawer
        entity={deptEntity}
        open={adding !== undefined && may('add') ? 'add' : editing && may('edit') ? { id: editing } : undefined}
        onClose={() => (adding !== undefined ? setAdding(undefined) : setEditing(undefined))}
        defaults={{ orderNum: 1, ...(Number(adding) > 0 ? { parentId: Number(adding) } : {}) }}
        controls={{
          parentId: props => (
            <ParentDept {...(props as ControlProps<number>)} self={editing ? Number(editing) : undefined} />
          ),
        }}
      />
    </>
  )
}
