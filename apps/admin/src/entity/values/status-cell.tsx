import type { Listed } from '@timbermark/contract'
import { DictTag } from './dict-tag.tsx'
import type { Cell } from '../list/table-props.ts'
import { StatusSwitch, statusDict } from '../actions/status-switch.tsx'

/** The status cell of rows that list `changeStatus` among their verbs: a switch where the user may use it, else a label. */
export function statusCell(entity: Listed): Cell {
  return row =>
    row.can?.includes('changeStatus') ? (
      <StatusSwitch entity={entity} row={row} name="status" />
    ) : (
      <DictTag type={statusDict} value={String(row.status)} />
    )
}
