import type { Listed } from '@timbermark/contract'
import { useSession, useT } from '../../shell/index.ts'
import type { Action } from './action-button.tsx'
import { verbState, verbAction } from './actions.ts'
import { verbLabel } from '../labels.ts'
import type { Row } from '../types.ts'

type RowAction = Omit<Action, 'key' | 'label' | 'reason'> & {
  /** Word of the button when it is not the verb's own. */
  label?: string
  /** Does the reader hold the permission? Said of verbs that the entity does not declare. */
  hasPermission?: boolean
}

/** Makes buttons of an entity's rows: absent without permission, disabled with the reason why not. */
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
