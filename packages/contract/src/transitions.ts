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
/** Those that people make by the common calls. */
export type PressedVerb<E> = Verbs<Exclude<TransitionsOf<E>, { by: string }>>

/** What is declared of a verb, whatever the state it is used in. */
export function transitionOf(entity: Stateful, verb: string): Transition {
  const transition = entity.states.transitions.find(item => item.verb === verb)
  if (!transition) throw new Error(`${keyOf(entity)} has no transition ${verb}`)
  return transition
}

type Pressed<E> = Transition & { verb: PressedVerb<E> }

function isPressed<E extends Listed>(transition: Transition): transition is Pressed<E> {
  return transition.by === undefined
}

/** One transition per verb that people make by the common calls, in the order of their buttons. */
export function pressedTransitions<const E extends Listed>(entity: E): Pressed<E>[] {
  const all = entity.states?.transitions ?? []
  return all.filter((item, index) => all.findIndex(({ verb }) => verb === item.verb) === index).filter(isPressed<E>)
}

/**
 * Verb of the permission behind a verb of an entity: of an operation its own, of a transition what it declares, of
 * enabling and disabling that of editing. Undefined when nobody can be granted it.
 */
export function permissionVerbOf(entity: Listed, verb: string): string | undefined {
  if ((entity.operations as readonly string[]).includes(verb)) return verb
  const transition = entity.states?.transitions.find(item => item.verb === verb)
  if (transition?.by === 'server') return undefined
  if (transition?.permission) return transition.permission
  if (entity.verbs?.includes(verb)) return verb
  if (transition) return entity.verbs?.includes('state') ? 'state' : undefined
  return verb === 'changeStatus' && entity.operations.includes('edit') ? 'edit' : undefined
}

/** Does the lifecycle allow this verb in this state? What has no lifecycle, or is no part of it, is not forbidden by it. */
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

/** Is the reason of a transition kept in each language that it is given in? */
export function reasonInLanguages(entity: Listed, { reason }: Transition): boolean {
  const field = reason && entity.fields[reason.field]
  return field?.kind === 'text' && field.inLanguages === true
}

/** What is wrong with the reason that was given for a transition, said of the field that keeps it. */
export function reasonIssue(entity: Listed, transition: Transition, input: string): Issue | undefined {
  const { reason } = transition
  if (!reason) return input ? { field: 'reason', error: 'unknownField', params: { name: 'reason' } } : undefined
  if (!input) return reason.is === 'required' ? { field: reason.field, error: 'required' } : undefined
  return checkField(reason.field, entity.fields[reason.field]!, input)
}

/** Address of a transition below /api: of one record, or without it of many. */
export function transitionPath(entity: Listed, verb: string, id?: number | string): string {
  return id === undefined ? `/${keyOf(entity)}/${verb}` : `/${keyOf(entity)}/${id}/${verb}`
}
