import { PlusOutlined } from '@ant-design/icons'
import type { Listed } from '@timbermark/contract'
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import type { Action } from '../../../entity/actions/action-button.tsx'
import { canUse } from '../../../entity/actions/permissions.ts'
import type { Row, RowIn } from '../../../entity/types.ts'
import { useRows, useWrites } from '../../../entity/use-entity.ts'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useAddressParam, useListState } from '../../../entity/list/use-list-state.ts'
import { filterParams } from '../../../entity/list/query-state.ts'
import { useRowAction } from '../../../entity/actions/use-row-action.ts'
import { toTree } from '../../../entity/tree.ts'
import { useSession, useT } from '../../../shell/index.ts'
import { branchIds, type RowNode } from './visible-nodes.ts'

interface TreeScreenPlan<L extends Listed> {
  entity: L
  /** A long tree starts folded; search results are open all the same. */
  folded?: boolean
  /** Whether records may be placed below this one. */
  mayHold?: (row: RowIn<L>) => boolean
}

/** What the screens of hierarchical records have in common: the tree, its buttons, and the open form. */
export function useTreeScreen<const L extends Listed>({
  entity,
  folded = false,
  mayHold = () => true,
}: TreeScreenPlan<L>) {
  const t = useT()
  const feedback = useFeedback()
  const { permissions } = useSession()
  const { state } = useListState(entity)
  const [adding, setAdding] = useAddressParam('add')
  const [editing, setEditing] = useAddressParam('edit')
  const [opened, setOpened] = useState<readonly number[]>()
  const { remove } = useWrites(entity)
  const rowAction = useRowAction(entity)
  const may = (verb: string) => canUse(entity, verb, permissions)
  const { data, error, isFetching, refetch } = useRows(
    entity,
    filterParams(entity, state.filters) as Record<string, string>,
  )
  const nodes = useMemo(() => data && (toTree(data.rows) as RowNode[]), [data])
  const searching = Object.keys(state.filters).length > 0

  const actions = (row: Row): Action[] => [
    ...rowAction(row, 'edit', { label: t('action.edit'), run: () => setEditing(String(row.id)) }),
    ...(may('add') && mayHold(row as RowIn<L>)
      ? [{ key: 'addBelow', label: t('system.tree.addBelow'), run: () => setAdding(String(row.id)) }]
      : []),
    ...rowAction(row, 'remove', {
      label: t('action.remove'),
      danger: true,
      confirm: { title: t('common.confirmRemove', { name: String(row[entity.label]) }), ok: t('action.remove') },
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
  return {
    mayList: may('list'),
    /** Id of the record to add below, 0 for the top; undefined while nothing is being added. */
    adding: adding !== undefined && may('add') ? Number(adding) || 0 : undefined,
    /** Id of the record being edited. */
    editing: editing && may('edit') ? editing : undefined,
    closeForm: () => (adding !== undefined ? setAdding(undefined) : setEditing(undefined)),
    /** Props of the tree table. */
    table: {
      entity,
      // The rows of a declared entity are typed at run time only.
      nodes: nodes as RowNode<RowIn<L>>[] | undefined,
      error,
      refreshing: isFetching,
      onRefresh: () => void refetch(),
      open: opened ?? (folded && !searching ? [] : branchIds(nodes ?? [])),
      onOpen: setOpened,
      actions: actions as (row: RowIn<L>) => Action[],
      toolbar: add,
      empty: add,
    },
  }
}
