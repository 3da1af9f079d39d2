import type { Translate } from '@timbermark/client'
import { type ErrorKey, type Listed, stateAllows } from '@timbermark/contract'
import type { Action } from './action-button.tsx'
import { mayUse } from './permissions.ts'
import type { Permissions, Row } from '../types.ts'

export { mayUse }

/** How a verb stands for one row: absent, open, or shown disabled with the reason. */
export type Standing =
  | { shown: false }
  | { shown: true; enabled: true }
  | { shown: true; enabled: false; reason: ErrorKey }

/**
 * Whether a row's button is shown and open. Without the permission it is absent. With it the server's answer counts:
 * disabled with the reason when in `why`, open when listed in `can`, absent when the row is out of reach. A list that
 * answers neither falls back on the declared states.
 * @param held does the reader hold the permission? Said of verbs that the entity does not declare.
 */
export function standing(
  entity: Listed,
  row: Row,
  verb: string,
  permissions: Permissions,
  held: boolean = mayUse(entity, verb, permissions),
): Standing {
  if (!held) return { shown: false }
  const refusal = row.why?.[verb]
  if (refusal) return { shown: true, enabled: false, reason: refusal }
  if (row.can) return row.can.includes(verb) ? { shown: true, enabled: true } : { shown: false }
  const state = entity.states ? String(row[entity.states.field]) : ''
  return stateAllows(entity, verb, state)
    ? { shown: true, enabled: true }
    : { shown: true, enabled: false, reason: 'stateRefused' }
}

/** The button of a verb as it stands: none when absent, with the reason when it cannot be used now. */
export function standingAction(t: Translate, stand: Standing, action: Omit<Action, 'reason'>): Action[] {
  if (!stand.shown) return []
  return [stand.enabled ? action : { ...action, reason: t(`error.${stand.reason}`) }]
}
