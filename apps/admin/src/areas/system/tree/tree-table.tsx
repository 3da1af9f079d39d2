import { DownOutlined, RightOutlined } from '@ant-design/icons'
import type { Translate } from '@timbermark/client'
import type { Listed } from '@timbermark/contract'
import { Button, Spin, Table, type TableColumnsType } from 'antd'
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
import { branchIds, hasChildren, listVisibleNodes, type RowNode, type VisibleNode } from './visible-nodes.ts'
import { RefreshButton } from '../../../entity/list/refresh-button.tsx'

export interface TreeTableProps<L extends Listed = Listed, R = Row> {
  entity: L
  /** Roots with their descendants; undefined while loading. */
  nodes: readonly RowNode<R>[] | undefined
  error: unknown
  refreshing: boolean
  onRefresh: () => void
  open: readonly number[]
  onOpen: (open: readonly number[]) => void
  /** Whether a node has children; set by screens that load level by level. */
  isBranch?: (node: R) => boolean
  /** Nodes whose children are loading. */
  reading?: ReadonlySet<number>
  actions?: (row: R) => readonly Action[]
  cells?: { [field: string]: Cell<R> }
  toolbar?: ReactNode
  empty?: ReactNode
}

/** Rows of a tree: a table that opens level by level, or indented cards on a narrow screen. */
export function TreeTable<const L extends Listed>(props: TreeTableProps<L, RowIn<L>>) {
  // The rows of a declared entity are typed at run time only.
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
  const { preferences, change: changePreferences } = usePreferences(entity)
  const plans = planColumns(entity, permissions)
  const label = entityLabel(t, entity)
  const section = useTableKeys<HTMLElement>(label)
  const filtered = Object.keys(state.filters).length > 0
  const branches = branchIds(nodes ?? [])
  const cell = (plan: ColumnPlan, row: RowNode): ReactNode => {
    const plain = <PlainCell entity={entity} plan={plan} row={row} />
    return cells?.[plan.name]?.(row, plain) ?? plain
  }
  const printing = usePrinting()
  const printed = printing ? listVisibleNodes(nodes ?? [], new Set(open), isBranch) : []
  const renderOpener = (node: RowNode) => (
    <TreeOpener
      name={String(node[entity.label] ?? '')}
      isBranch={isBranch(node)}
      isOpen={open.includes(node.id)}
      isReading={reading?.has(node.id) === true}
      onToggle={() => onOpen(open.includes(node.id) ? open.filter(other => other !== node.id) : [...open, node.id])}
    />
  )
  const emptyState = (
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
        onFold={folded => changePreferences({ folded })}
        onSearch={filters => {
          if (!change({ filters })) onRefresh()
        }}
      />
      <TreeToolbar
        branches={branches}
        open={open}
        refreshing={refreshing}
        onOpen={onOpen}
        onRefresh={onRefresh}
        toolbar={toolbar}
      />
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
          emptyState
        ) : (
          <TreeCards
            entity={entity}
            plans={plans}
            nodes={listVisibleNodes(nodes, new Set(open), isBranch)}
            cell={cell}
            renderOpener={renderOpener}
            actions={actions}
          />
        )
      ) : (
        <Table<RowNode>
          className="tm-table"
          aria-label={label}
          rowKey="id"
          columns={treeColumns(t, { entity, plans, cell, actions })}
          dataSource={[...nodes]}
          {...tableLook}
          locale={{ emptyText: emptyState }}
          expandable={{
            expandedRowKeys: [...open],
            rowExpandable: isBranch,
            expandIcon: ({ record }) => renderOpener(record),
          }}
        />
      )}
      {printing && (
        <PrintedList
          entity={entity}
          plans={plans}
          rows={printed.map(({ node }) => node)}
          rowKey="id"
          depthOf={row => printed.find(({ node }) => node === row)?.depth ?? 0}
          filters={state.filters}
          total={printed.length}
          first={1}
          cell={cell}
        />
      )}
    </section>
  )
}

interface TreeColumns extends Pick<TreeTableProps, 'entity' | 'actions'> {
  plans: readonly ColumnPlan[]
  cell: (plan: ColumnPlan, row: RowNode) => ReactNode
}

function treeColumns(t: Translate, { entity, plans, cell, actions }: TreeColumns): TableColumnsType<RowNode> {
  const columns: TableColumnsType<RowNode> = plans.map((plan, index) => ({
    key: plan.name,
    ...headingOf(fieldLabel(t, entity, plan.name), index === 0 ? { width: 220 } : plan),
    align: index === 0 ? 'start' : plan.align,
    fixed: index === 0 ? 'start' : undefined,
    render: (_: unknown, row: RowNode) => cell(plan, row),
  }))
  return actions ? [...columns, actionsColumn(t, actions)] : columns
}

interface TreeToolbarProps extends Pick<TreeTableProps, 'open' | 'onOpen' | 'refreshing' | 'onRefresh' | 'toolbar'> {
  /** Ids of the nodes that have children. */
  branches: readonly number[]
}

/** The buttons of the screen, and those that expand, fold and refresh the tree. */
function TreeToolbar({ branches, open, onOpen, refreshing, onRefresh, toolbar }: TreeToolbarProps) {
  const t = useT()
  const allOpen = branches.length > 0 && branches.every(id => open.includes(id))
  return (
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
        <RefreshButton refreshing={refreshing} onRefresh={onRefresh} />
      </div>
    </div>
  )
}

interface TreeOpenerProps {
  name: string
  isBranch: boolean
  isOpen: boolean
  isReading: boolean
  onToggle: () => void
}

/** The button that opens and folds a node; room of the same width for a node without children. */
function TreeOpener({ name, isBranch, isOpen, isReading, onToggle }: TreeOpenerProps) {
  const t = useT()
  if (!isBranch) return <span className="tm-tree-opener" />
  return (
    <Button
      type="text"
      size="small"
      className="tm-tree-opener"
      aria-expanded={isOpen}
      aria-label={t(isOpen ? 'system.tree.fold' : 'system.tree.expand', { name })}
      icon={isReading ? <Spin size="small" /> : isOpen ? <DownOutlined /> : <RightOutlined />}
      onClick={onToggle}
    />
  )
}

interface TreeCardsProps extends TreeColumns {
  nodes: readonly VisibleNode[]
  renderOpener: (node: RowNode) => ReactNode
}

/** The visible nodes as cards, indented by their depth. */
function TreeCards({ entity, plans, nodes, cell, renderOpener, actions }: TreeCardsProps) {
  const t = useT()
  const [head, ...others] = plans
  return (
    <ul className="tm-tree-cards">
      {nodes.map(({ node, depth }) => (
        <li key={node.id} className="tm-card" style={{ marginInlineStart: Math.min(depth, 4) * 14 }}>
          <div className="tm-card-head">
            {renderOpener(node)}
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
      ))}
    </ul>
  )
}
