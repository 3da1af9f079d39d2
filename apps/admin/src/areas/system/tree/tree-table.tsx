import { DownOutlined, ReloadOutlined, RightOutlined } from '@ant-design/icons'
import type { Listed } from '@timbermark/contract'
import { Button, Spin, Table, type TableColumnsType, Tooltip } from 'antd'
import type { ReactNode } from 'react'
import { type Action, RowActions } from '../../../entity/actions/action-button.tsx'
import type { Cell } from '../../../entity/list/table-props.ts'
import { LoadingOrFailure, EmptyList } from '../../../entity/list/list-states.tsx'
import type { Row, RowIn } from '../../../entity/types.ts'
import { useNarrow } from '../../../entity/list/use-narrow.ts'
import { type ColumnPlan, planColumns } from '../../../entity/list/columns.ts'
import { entityLabel, fieldLabel } from '../../../entity/labels.ts'
import { useListState } from '../../../entity/list/use-list-state.ts'
import { usePreferences } from '../../../entity/list/use-preferences.ts'
import { PlainCell } from '../../../entity/values/plain-cell.tsx'
import { PrintedList } from '../../../entity/print/printed-list.tsx'
import { usePrinting } from '../../../entity/print/use-printing.ts'
import { actionsColumn, headingOf, tableLook } from '../../../entity/list/table-parts.tsx'
import { useTableKeys } from '../../../entity/list/use-table-keys.ts'
import { SearchForm } from '../../../entity/list/search-form.tsx'
import { useSession, useT } from '../../../shell/index.ts'
import { branchIds, hasChildren, type RowNode, visibleNodes } from './visible-nodes.ts'

export interface TreeTableProps<L extends Listed = Listed, R = Row> {
  entity: L
  /** Roots with what is below them; undefined while it is read. */
  nodes: readonly RowNode<R>[] | undefined
  error: unknown
  refreshing: boolean
  onRefresh: () => void
  open: readonly number[]
  onOpen: (open: readonly number[]) => void
  /** Is there something below? Said by the screen when it reads level by level. */
  isBranch?: (node: R) => boolean
  /** Nodes whose level below is being read. */
  reading?: ReadonlySet<number>
  actions?: (row: R) => readonly Action[]
  cells?: { [field: string]: Cell<R> }
  toolbar?: ReactNode
  empty?: ReactNode
}

/** Rows of a tree: a table that opens level by level, on a narrow screen cards that are set in. */
export function TreeTable<const L extends Listed>(props: TreeTableProps<L, RowIn<L>>) {
  // What is drawn from a declaration knows its rows at run time only.
  return <DeclaredTree {...(props as unknown as TreeTableProps)} />
}

function DeclaredTree({
  entity,
  nodes,
  error,
  refreshing,
  onRefresh,
  open,
  onOpen,
  isBranch = hasChildren,
  reading,
  actions,
  cells,
  toolbar,
  empty,
}: TreeTableProps) {
  const t = useT()
  const narrow = useNarrow()
  const { permissions } = useSession()
  const { state, change } = useListState(entity)
  const { preferences, change: prefer } = usePreferences(entity)
  const plans = planColumns(entity, permissions)
  const label = entityLabel(t, entity)
  const section = useTableKeys<HTMLElement>(label)
  const filtered = Object.keys(state.filters).length > 0
  const branches = branchIds(nodes ?? [])
  const allOpen = branches.length > 0 && branches.every(id => open.includes(id))
  const cell = (plan: ColumnPlan, row: RowNode): ReactNode => {
    const plain = <PlainCell entity={entity} plan={plan} row={row} />
    return cells?.[plan.name]?.(row, plain) ?? plain
  }
  const printing = usePrinting()
  const seen = printing ? visibleNodes(nodes ?? [], new Set(open), isBranch) : []
  const flip = (id: number) => onOpen(open.includes(id) ? open.filter(other => other !== id) : [...open, id])
  const nothing = (
    <EmptyList filtered={filtered} onReset={() => change({ filters: {} })}>
      {empty}
    </EmptyList>
  )

  return (
    <section ref={section} className="tm-list" aria-label={label}>
      <SearchForm
        entity={entity}
        filters={state.filters}
        folded={preferences.folded ?? true}
        onFold={folded => prefer({ folded })}
        onSearch={filters => {
          if (!change({ filters })) onRefresh()
        }}
      />
      <div className="tm-toolbar">
        <div className="tm-toolbar-buttons">
          {toolbar}
          {branches.length > 0 && (
            <Button onClick={() => onOpen(allOpen ? [] : branches)}>
              {t(allOpen ? 'system.tree.foldAll' : 'system.tree.expandAll')}
            </Button>
          )}
        </div>
        <div className="tm-list-tools">
          <Tooltip title={t('action.refresh')}>
            <Button
              icon={<ReloadOutlined spin={refreshing} />}
              aria-label={t('action.refresh')}
              aria-busy={refreshing}
              onClick={onRefresh}
            />
          </Tooltip>
        </div>
      </div>
      {!nodes ? (
        <LoadingOrFailure
          error={error}
          onRetry={onRefresh}
          title={false}
          paragraph={{ rows: 8, width: '100%' }}
          className="tm-list-skeleton"
        />
      ) : narrow ? (
        nodes.length === 0 ? (
          nothing
        ) : (
          <ul className="tm-tree-cards">{cards(nodes)}</ul>
        )
      ) : (
        <Table<RowNode>
          className="tm-table"
          aria-label={label}
          rowKey="id"
          columns={columns()}
          dataSource={[...nodes]}
          {...tableLook}
          locale={{ emptyText: nothing }}
          expandable={{
            expandedRowKeys: [...open],
            rowExpandable: isBranch,
            expandIcon: ({ record }) => opener(record),
          }}
        />
      )}
      {printing && (
        <PrintedList
          entity={entity}
          plans={plans}
          rows={seen.map(({ node }) => node)}
          rowKey="id"
          depthOf={row => seen.find(({ node }) => node === row)?.depth ?? 0}
          filters={state.filters}
          total={seen.length}
          first={1}
          cell={cell}
        />
      )}
    </section>
  )

  function opener(node: RowNode): ReactNode {
    if (!isBranch(node)) return <span className="tm-tree-opener" />
    const isOpen = open.includes(node.id)
    const name = String(node[entity.label] ?? '')
    return (
      <Button
        type="text"
        size="small"
        className="tm-tree-opener"
        aria-expanded={isOpen}
        aria-label={t(isOpen ? 'system.tree.fold' : 'system.tree.expand', { name })}
        icon={reading?.has(node.id) ? <Spin size="small" /> : isOpen ? <DownOutlined /> : <RightOutlined />}
        onClick={() => flip(node.id)}
      />
    )
  }

  function columns(): TableColumnsType<RowNode> {
    const drawn: TableColumnsType<RowNode> = plans.map((plan, index) => ({
      key: plan.name,
      ...headingOf(fieldLabel(t, entity, plan.name), index === 0 ? { width: 260 } : plan),
      align: index === 0 ? 'start' : plan.align,
      fixed: index === 0 ? 'start' : undefined,
      render: (_: unknown, row: RowNode) => cell(plan, row),
    }))
    return actions ? [...drawn, actionsColumn(t, actions)] : drawn
  }

  function cards(roots: readonly RowNode[]) {
    const [head, ...others] = plans
    return visibleNodes(roots, new Set(open), isBranch).map(({ node, depth }) => (
      <li key={node.id} className="tm-card" style={{ marginInlineStart: Math.min(depth, 4) * 14 }}>
        <div className="tm-card-head">
          {opener(node)}
          <strong>{head && cell(head, node)}</strong>
        </div>
        <dl>
          {others.map(plan => (
            <div key={plan.name}>
              <dt>{fieldLabel(t, entity, plan.name)}</dt>
              <dd>{cell(plan, node)}</dd>
            </div>
          ))}
        </dl>
        {actions && <RowActions actions={actions(node)} place="card" />}
      </li>
    ))
  }
}
