import { type ErrorKey, type Listed, permissionOf } from '@timbermark/contract'
import { type Actor, may } from '../platform/actor.ts'
import type { Row } from '../platform/database/database.ts'

export interface Rights {
  /** Verbs that the reader may use on the row now. */
  can: string[]
  /** Those that it refuses now, with the reason. */
  why: Record<string, ErrorKey>
}

/** Verbs this reader may use on this row now, and the refusal of those that its state forbids. */
export function rowRights(entity: Listed, actor: Actor, row: Row): Rights {
  const can: string[] = []
  const why: Record<string, ErrorKey> = {}
  const states = entity.states
  const state = states ? (row[states.field] as string) : ''
  const consider = (verb: string, permission: string, allowed: boolean) => {
    if (!may(actor, permissionOf(entity, permission))) return
    if (allowed) can.push(verb)
    else why[verb] = 'stateRefused'
  }
  if (entity.operations.includes('edit')) consider('edit', 'edit', !states || states.editable.includes(state))
  if (entity.operations.includes('remove')) consider('remove', 'remove', !states || states.removable.includes(state))
  for (const verb of new Set(states?.transitions.map(transition => transition.verb))) {
    const permission = entity.verbs?.includes(verb) ? verb : entity.verbs?.includes('state') ? 'state' : undefined
    if (permission)
      consider(
        verb,
        permission,
        states!.transitions.some(transition => transition.verb === verb && transition.from.includes(state)),
      )
  }
  return { can, why }
}
