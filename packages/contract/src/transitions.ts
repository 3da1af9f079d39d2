import { isOneOf } from './one-of.ts'
import { checkField } from './check.ts'
import { type Listed, keyOf } from './entity.ts'
import type { Issue } from './errors.ts'
import { nextState, type States, type Transition } from './states.ts'

/** An entity with a lifecycle. */
export type Stateful = Listed & { states: States }

export function isStateful<L extends Listed>(entity: L): entity is L & { states: States } {
  return entity.states !== undefined
}

type TransitionsOf<E> = E extends { states: { transitions: readonly (infer T)[] } } ? T : never
type Verbs<T> = T extends { verb: infer V extends string } ? V : never
/** Every verb of an entity's lifecycle. */
export type StateVerb<E> = Verbs<TransitionsOf<E>>
/** Verbs that people use through the common calls. */
export type PressedVerb<E> = Verbs<Exclude<TransitionsOf<E>, { by: string }>>

/** Declaration of a verb, independent of the state. */
export function transitionOf(entity: Stateful, verb: string): Transition {
  const transition = entity.states.transitions.find(item => item.verb === verb)
  if (!transition) throw new Error(`${keyOf(entity)} has no transition ${verb}`)
  return transition
}

type Pressed<E> = Transition & { verb: PressedVerb<E> }

function isPressed<E extends Listed>(transition: Transition): transition is Pressed<E> {
  return transition.by === undefined
}

/** One transition per verb of the common calls, in the order of their buttons. */
export function pressedTransitions<const E extends Listed>(entity: E): Pressed<E>[] {
  const all = entity.states?.transitions ?? []
  return all.filter((item, index) => all.findIndex(({ verb }) => verb === item.verb) === index).filter(isPressed<E>)
}

/**
 * Permission verb of an entity's verb: an operation's own, a transition's declared one, `edit` for enabling and
 * disabling. Undefined when it cannot be granted.
 */
export function permissionVerbOf(entity: Listed, verb: string): string | undefined {
  if (isOneOf(entity.operations, verb)) return verb
  const transition = entity.states?.transitions.find(item => item.verb === verb)
  if (transition?.by === 'server') return undefined
  if (transition?.permission) return transition.permission
  if (entity.verbs?.includes(verb)) return verb
  if (transition) return entity.verbs?.includes('state') ? 'state' : undefined
  return verb === 'changeStatus' && entity.operations.includes('edit') ? 'edit' : undefined
}

/** Whether the lifecycle allows this verb in this state. Without a lifecycle, or for verbs outside of it, everything is allowed. */
export function stateAllows(entity: Listed, verb: string, state: string): boolean {
  const { states } = entity
  if (!states) return true
  if (verb === 'edit') return states.editable.includes(state)
  if (verb === 'remove') return states.removable.includes(state)
  return !states.transitions.some(item => item.verb === verb) || nextState(states, verb, state) !== undefined
}

/** Longest reason of a transition, in characters. */
export function reasonLength(entity: Listed, { verb, reason }: Transition): number {
  const field = reason && entity.fields[reason.field]
  if (field?.kind !== 'text') throw new Error(`${keyOf(entity)}: the reason of ${verb} is kept in no text field`)
  return field.max
}

/** Whether the reason of a transition is stored by language. */
export function reasonInLanguages(entity: Listed, { reason }: Transition): boolean {
  const field = reason && entity.fields[reason.field]
  return field?.kind === 'text' && field.inLanguages === true
}

/** Issue of a transition's reason, with the field that stores it. */
export function reasonIssue(entity: Listed, transition: Transition, input: string): Issue | undefined {
  const { reason } = transition
  if (!reason) return input ? { field: 'reason', error: 'unknownField', params: { name: 'reason' } } : undefined
  if (!input) return reason.is === 'required' ? { field: reason.field, error: 'required' } : undefined
  return checkField(reason.field, entity.fields[reason.field]!, input)
}

/** Path of a transition below /api: of one record, or without an id of many. */
export function transitionPath(entity: Listed, verb: string, id?: number | string): string {
  return id === undefined ? `/${keyOf(entity)}/${verb}` : `/${keyOf(entity)}/${id}/${verb}`
}
