import type { AnyEntity } from '@timbermark/contract'
import { type Cell, DictTag } from './index.ts'
import { StatusSwitch, statusDict } from './status-switch.tsx'

/** Normal or disabled, of rows that name `changeStatus` among their verbs: a switch where this reader may throw it. */
export function statusCell(entity: AnyEntity): Cell {
  return row =>
    row.can?.includes('changeStatus') ? (
      <StatusSwitch entity={entity} row={row} name="status" />
    ) : (
      <DictTag type={statusDict} value={String(row.status)} />
    )
}
