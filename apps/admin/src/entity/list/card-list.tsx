import { useClearable } from '../controls/use-clearable.tsx'
import { SortAscendingOutlined, SortDescendingOutlined } from '@ant-design/icons'
import { Button, Checkbox, Select } from 'antd'
import type { ReactNode } from 'react'
import { useT } from '../../shell/index.ts'
import { type AnyAction, RowActions } from '../actions/action-button.tsx'
import type { ColumnPlan } from './columns.ts'
import type { EntityTableProps } from './table-props.ts'
import type { Row } from '../types.ts'

interface CardListProps {
  rows: readonly Row[]
  rowKey: string
  plans: readonly ColumnPlan[]
  /** Field that is the heading of a card. */
  title: string
  labelOf: (name: string) => string
  cell: (plan: ColumnPlan, row: Row) => ReactNode
  actions?: (row: Row) => readonly AnyAction[]
  selection?: EntityTableProps['selection']
  sort: {
    orderBy?: string
    order?: 'asc' | 'desc'
    onChange: (orderBy: string | undefined, order: 'asc' | 'desc' | undefined) => void
  }
  busy: boolean
  empty: ReactNode
}

/** The list on a narrow screen: one card per row, without horizontal scrolling. */
export function CardList({
  rows,
  rowKey,
  plans,
  title,
  labelOf,
  cell,
  actions,
  selection,
  sort,
  busy,
  empty,
}: CardListProps) {
  const t = useT()
  const clearable = useClearable()
  if (rows.length === 0) return empty
  const head = plans.find(({ name }) => name === title)
  const others = plans.filter(plan => plan !== head)
  const keyOfRow = (row: Row) => row[rowKey] as React.Key
  const selected = new Set(selection?.keys)
  const choose = (row: Row, on: boolean) => {
    const next = rows.filter(other => (other === row ? on : selected.has(keyOfRow(other))))
    selection?.onChange(next.map(keyOfRow), next)
  }
  const sortable = plans.filter(plan => plan.sortable)
  return (
    <>
      {(sortable.length > 0 || selection) && (
        <div className="tm-card-tools">
          {selection && (
            <Checkbox
              checked={selected.size > 0 && selected.size === rows.length}
              indeterminate={selected.size > 0 && selected.size < rows.length}
              onChange={({ target }) =>
                selection.onChange(target.checked ? rows.map(keyOfRow) : [], target.checked ? [...rows] : [])
              }
            >
              {t('entity.selectAll')}
            </Checkbox>
          )}
          {sortable.length > 0 && (
            <span className="tm-card-sort">
              <Select
                aria-label={t('entity.sortBy')}
                placeholder={t('entity.sortBy')}
                allowClear={clearable}
                value={sort.orderBy}
                popupMatchSelectWidth={false}
                options={sortable.map(({ name }) => ({ value: name, label: labelOf(name) }))}
                onChange={name => sort.onChange(name, name ? (sort.order ?? 'asc') : undefined)}
              />
              {sort.orderBy && (
                <Button
                  icon={sort.order === 'desc' ? <SortDescendingOutlined /> : <SortAscendingOutlined />}
                  aria-label={t(sort.order === 'desc' ? 'entity.descending' : 'entity.ascending')}
                  onClick={() => sort.onChange(sort.orderBy, sort.order === 'desc' ? 'asc' : 'desc')}
                />
              )}
            </span>
          )}
        </div>
      )}
      <ul className="tm-cards" aria-busy={busy}>
        {rows.map(row => (
          <li key={keyOfRow(row)} className="tm-card">
            <div className="tm-card-head">
              {selection && (
                <Checkbox
                  checked={selected.has(keyOfRow(row))}
                  aria-label={t('entity.select', { name: String(row[title] ?? '') })}
                  onChange={({ target }) => choose(row, target.checked)}
                />
              )}
              <strong>{head && cell(head, row)}</strong>
            </div>
            <dl>
              {others.map(plan => (
                <div key={plan.name}>
                  <dt>{labelOf(plan.name)}</dt>
                  <dd>{cell(plan, row)}</dd>
                </div>
              ))}
            </dl>
            {actions && <RowActions actions={actions(row)} place="card" />}
          </li>
        ))}
      </ul>
    </>
  )
}
