import type { Translate } from '@timbermark/client'
import { type ErrorKey, type Listed, stateAllows } from '@timbermark/contract'
import type { Action } from './action-button.tsx'
import { canUse } from './permissions.ts'
import type { Permissions, Row } from '../types.ts'

export { canUse as mayUse }

/** How a verb stands for one row: absent, open, or shown disabled with the reason. */
export type VerbState =
  | { visible: false }
  | { visible: true; enabled: true }
  | { visible: true; enabled: false; reason: ErrorKey }

/**
 * Whether a row's button is shown and open. Without the permission it is absent. With it the server's answer counts:
 * disabled with the reason when in `why`, open when listed in `can`, absent when the row is out of reach. A list that
 * answers neither falls back on the declared states.
 * @param hasPermission does the reader hold the permission? Said of verbs that the entity does not declare.
 */
export function verbState(
  entity: Listed,
  row: Row,
  verb: string,
  permissions: Permissions,
  hasPermission: boolean = canUse(entity, verb, permissions),
): VerbState {
  if (!hasPermission) return { visible: false }
  const refusal = row.why?.[verb]
  if (refusal) return { visible: true, enabled: false, reason: refusal }
  if (row.can) return row.can.includes(verb) ? { visible: true, enabled: true } : { visible: false }
  const state = entity.states ? String(row[entity.states.field]) : ''
  return stateAllows(entity, verb, state)
    ? { visible: true, enabled: true }
    : { visible: true, enabled: false, reason: 'stateRefused' }
}

/** The button of a verb as it stands: none when absent, with the reason when it cannot be used now. */
export function verbAction(t: Translate, state: VerbState, action: Omit<Action, 'reason'>): Action[] {
  if (!state.visible) return []
  return [state.enabled ? action : { ...action, reason: t(`error.${state.reason}`) }]
}
