import { can } from '@timbermark/client'
import { type Listed, type ErrorKey, nextState, permissionOf } from '@timbermark/contract'
import type { Permissions, Row } from './types.ts'

/** How a verb stands for one row: absent, open, or shown disabled with the reason. */
export type Standing =
  | { shown: false }
  | { shown: true; enabled: true }
  | { shown: true; enabled: false; reason: ErrorKey }

/** Verb whose permission a transition needs: its own when declared, else the common `state`. */
function permissionVerb(entity: Listed, verb: string): string {
  const declared = (entity.operations as readonly string[]).includes(verb) || entity.verbs?.includes(verb)
  return !declared && entity.verbs?.includes('state') ? 'state' : verb
}

/** Does the reader hold the permission for this verb, and does the entity have it? */
export function mayUse(entity: Listed, verb: string, permissions: Permissions): boolean {
  const needed = permissionVerb(entity, verb)
  const known = (entity.operations as readonly string[]).includes(needed) || entity.verbs?.includes(needed)
  return known === true && can(permissions, [permissionOf(entity, needed)])
}

/**
 * Whether a row's button is shown and open. Without the permission it is absent. With it the server's answer counts:
 * open when listed in `can`, disabled with the reason when in `why`, absent when the row is out of reach. A list that
 * answers neither falls back on the declared states.
 */
export function standing(entity: Listed, row: Row, verb: string, permissions: Permissions): Standing {
  if (!mayUse(entity, verb, permissions)) return { shown: false }
  const refusal = row.why?.[verb]
  if (refusal) return { shown: true, enabled: false, reason: refusal }
  if (row.can) return row.can.includes(verb) ? { shown: true, enabled: true } : { shown: false }
  return stateAllows(entity, row, verb)
    ? { shown: true, enabled: true }
    : { shown: true, enabled: false, reason: 'stateRefused' }
}

function stateAllows(entity: Listed, row: Row, verb: string): boolean {
  const { states } = entity
  if (!states) return true
  const state = String(row[states.field])
  if (verb === 'edit') return states.editable.includes(state)
  if (verb === 'remove') return states.removable.includes(state)
  const isTransition = states.transitions.some(transition => transition.verb === verb)
  return !isTransition || nextState(states, verb, state) !== undefined
}
