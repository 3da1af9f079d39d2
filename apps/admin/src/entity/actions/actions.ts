import type { Translate } from '@timbermark/client'
import { type ErrorKey, type Listed, stateAllows } from '@timbermark/contract'
import type { Action } from './action-button.tsx'
import { canUse } from './permissions.ts'
import type { Permissions, Row } from '../types.ts'

/** State of a verb for one row: hidden, enabled, or disabled with the reason. */
export type VerbState =
  | { visible: false }
  | { visible: true; enabled: true }
  | { visible: true; enabled: false; reason: ErrorKey }

/**
 * Decides whether the button of a verb is visible and enabled. Without the permission it is hidden. With it the
 * server's answer counts: disabled with the reason when the verb is in `why`, enabled when it is in `can`, hidden when
 * the row is outside of the user's scope. A list that answers neither falls back to the declared states.
 * @param hasPermission whether the user holds the permission; passed for verbs that the entity does not declare
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

/** The action of a verb by its state: none when hidden, with the reason when disabled. */
export function verbAction(t: Translate, state: VerbState, action: Omit<Action, 'reason'>): Action[] {
  if (!state.visible) return []
  return [state.enabled ? action : { ...action, reason: t(`error.${state.reason}`) }]
}
