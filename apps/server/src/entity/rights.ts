import { type ErrorKey, type Listed, permissionOf, permissionVerbOf, stateAllows } from '@timbermark/contract'
import { type Actor, hasPermission } from '../platform/actor.ts'

/** Verbs that a user may use on a row now, and the refusal of verbs that they could use on another row. */
export interface Rights {
  can: string[]
  why: Record<string, ErrorKey>
}

/** Refusals of verbs on a row, or `absent` when the user has no such verb on this row at all. */
export type Against = Readonly<Record<string, ErrorKey | 'absent' | undefined>>
type AgainstEach = (verb: string) => Against[string]

export interface RightsRules {
  /** Verbs in addition to operations and transitions, with the full permission that each needs. */
  extraVerbs?: Readonly<Record<string, string>>
  against?: Against | AgainstEach
}

/** The rights on a row that the user cannot change. */
export const noRights = (): Rights => ({ can: [], why: {} })

/** Verbs of the declaration that change a row, each with the permission that it needs. */
function declaredVerbs(entity: Listed): Map<string, string> {
  const operations = (['edit', 'remove'] as const).filter(verb => entity.operations.includes(verb))
  const verbs = new Map<string, string>()
  for (const verb of [...operations, ...(entity.states?.transitions ?? []).map(transition => transition.verb)]) {
    const permission = permissionVerbOf(entity, verb)
    if (permission !== undefined) verbs.set(verb, permissionOf(entity, permission))
  }
  return verbs
}

/**
 * The one place where `can` and `why` are computed. Without the permission a verb is in neither. With it the state
 * decides first, then the area's refusals.
 */
export function rightsOf(
  entity: Listed,
  actor: Actor,
  row: object,
  { extraVerbs = {}, against = {} }: RightsRules = {},
): Rights {
  const { can, why } = noRights()
  const refusalOf: AgainstEach = typeof against === 'function' ? against : verb => against[verb]
  const state = entity.states ? String(Reflect.get(row, entity.states.field)) : ''
  for (const [verb, permission] of [...declaredVerbs(entity), ...Object.entries(extraVerbs)]) {
    const refusal = refusalOf(verb)
    if (refusal === 'absent' || !hasPermission(actor, permission)) continue
    if (!stateAllows(entity, verb, state)) why[verb] = 'stateRefused'
    else if (refusal) why[verb] = refusal
    else can.push(verb)
  }
  return { can, why }
}
