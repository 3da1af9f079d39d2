import type { Listed } from '@timbermark/contract'
import type { ColumnPlan } from '../list/columns.ts'
import { FieldValue } from './field-value.tsx'
import { StatusSwitch, statusDict } from '../actions/status-switch.tsx'
import type { Row } from '../types.ts'

/** Content of a cell of a list or a tree, unless its screen draws it. */
export function PlainCell({ entity, plan: { name, field }, row }: { entity: Listed; plan: ColumnPlan; row: Row }) {
  return field.kind === 'dict' && field.dict === statusDict && !field.readonly ? (
    <StatusSwitch entity={entity} row={row} name={name} />
  ) : (
    <FieldValue entity={entity} name={name} field={field} row={row} place="cell" />
  )
}
