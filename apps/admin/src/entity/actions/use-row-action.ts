import type { Listed } from '@timbermark/contract'
import { useSession, useT } from '../../shell/index.ts'
import type { Action } from './action-button.tsx'
import { verbState, verbAction } from './actions.ts'
import { verbLabel } from '../labels.ts'
import type { Row } from '../types.ts'

type RowAction = Omit<Action, 'key' | 'label' | 'reason'> & {
  /** Label of the button; the verb's own label by default. */
  label?: string
  /** Whether the user holds the permission; passed for verbs that the entity does not declare. */
  hasPermission?: boolean
}

/** Builds actions for rows of an entity: none without permission, disabled with the reason when refused. */
export function useRowAction(entity: Listed): (row: Row, verb: string, action: RowAction) => Action[] {
  const t = useT()
  const { permissions } = useSession()
  return (row, verb, { label, hasPermission, ...action }) =>
    verbAction(t, verbState(entity, row, verb, permissions, hasPermission), {
      ...action,
      key: verb,
      label: label ?? verbLabel(t, entity, verb),
    })
}
