import type { Listed } from '@timbermark/contract'
import { DictTag } from './dict-tag.tsx'
import type { Cell } from '../list/entity-table.tsx'
import { StatusSwitch, statusDict } from '../actions/status-switch.tsx'

/** Normal or disabled, of rows that name `changeStatus` among their verbs: a switch where this reader may throw it. */
export function statusCell(entity: Listed): Cell {
  return row =>
    row.can?.includes('changeStatus') ? (
      <StatusSwitch entity={entity} row={row} name="status" />
    ) : (
      <DictTag type={statusDict} value={String(row.status)} />
    )
}
