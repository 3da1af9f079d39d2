import { formatDateTime, formatNumber } from '@timbermark/client'
import { keyOf, labelKeyOf, type Listed, type SearchField, searchFields } from '@timbermark/contract'
import type { ReactNode } from 'react'
import { useT } from '../../shell/index.ts'
import type { ColumnPlan } from '../list/columns.ts'
import { DictTag } from '../values/dict-tag.tsx'
import { countryName } from '../values/kind-value.tsx'
import { entityLabel, fieldLabel, optionLabel } from '../labels.ts'
import { PrintContext } from './use-printing.ts'
import type { FilterValue, ListState } from '../list/query-state.ts'
import type { Row } from '../types.ts'

interface PrintedListProps {
  entity: Listed
  plans: readonly ColumnPlan[]
  rows: readonly Row[]
  rowKey: string
  /** Depth of a row in a tree; 0 for its roots. */
  depthOf?: (row: Row) => number
  filters: ListState['filters']
  /** Number of rows of the filter, and the number of the first printed one. */
  total: number
  first: number
  cell: (plan: ColumnPlan, row: Row) => ReactNode
}

/** A list for print: its name, its filters, the time, and every column, without controls. */
export function PrintedList({ entity, plans, rows, rowKey, depthOf, filters, total, first, cell }: PrintedListProps) {
  const t = useT()
  // The menu's name of the list, if it has one.
  const menuKey = `menu.${keyOf(entity).replaceAll('/', '.')}`
  const number = (n: number) => formatNumber(n, t.language)
  const activeFilters = searchFields(entity).flatMap(([name, field]) => {
    const value = filters[name]
    return value === undefined || value.length === 0 ? [] : [{ name, field, value }]
  })
  return (
    <PrintContext value={true}>
      <div className="tm-printed">
        <h2>{t.has(menuKey) ? t(menuKey) : entityLabel(t, entity)}</h2>
        <p>
          {activeFilters.length === 0
            ? t('entity.printedAll')
            : activeFilters.map(({ name, field, value }, index) => (
                <span key={name}>
                  {index > 0 && ' · '}
                  {t('entity.colon', { label: fieldLabel(t, entity, name) })}{' '}
                  <FilterText {...{ entity, name, field, value, rows }} />
                </span>
              ))}
          <span className="tm-printed-count">
            {t('entity.printedRows', {
              from: number(rows.length === 0 ? 0 : first),
              to: number(rows.length === 0 ? 0 : first + rows.length - 1),
              n: number(total),
            })}{' '}
            · {formatDateTime(new Date().toISOString())}
          </span>
        </p>
        <table>
          <thead>
            <tr>
              {plans.map(({ name, align }) => (
                <th key={name} className={`tm-align-${align}`}>
                  {fieldLabel(t, entity, name)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(row => (
              <tr key={row[rowKey] as React.Key}>
                {plans.map((plan, index) => (
                  <td
                    key={plan.name}
                    className={`tm-align-${plan.align}`}
                    style={index === 0 && depthOf ? { paddingInlineStart: `${depthOf(row) + 0.4}em` } : undefined}
                  >
                    {cell(plan, row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </PrintContext>
  )
}

interface FilterTextProps {
  entity: Listed
  name: string
  field: SearchField
  value: FilterValue
  rows: readonly Row[]
}

/** The value of a filter as text. */
function FilterText({ entity, name, field, value, rows }: FilterTextProps) {
  const t = useT()
  const values = typeof value === 'string' ? [value] : value
  if (field.search === 'range') return `${values[0] || '…'} – ${values[1] || '…'}`
  if (field.kind === 'dict')
    return values.map((one, index) => (
      <span key={one}>
        {index > 0 && ', '}
        <DictTag type={field.dict} value={one} />
      </span>
    ))
  if (field.kind === 'choice' || field.kind === 'flag')
    return values.map(one => optionLabel(t, entity, name, one)).join(', ')
  if (field.kind === 'country') return values.map(one => countryName(one, t.locale)).join(', ')
  // Every row of the result refers to the same record.
  if (field.kind === 'ref') return String(rows[0]?.[labelKeyOf(name)] ?? values.join(', '))
  return values.join(', ')
}
