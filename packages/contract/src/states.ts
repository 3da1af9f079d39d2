import type { AuditKind } from './call.ts'

/** One way from some states to another. Transitions of the same verb differ in `from` and `to` only. */
export interface Transition {
  verb: string
  from: readonly string[]
  to: string
  /** Who makes it when nobody presses its button: the server by itself, or a call of its own (saving, a download). */
  by?: 'server' | 'ownCall'
  /** Verb of the permission that it needs; unless said otherwise its own when that can be granted, else `state`. */
  permission?: string
  /** User types that may make it; 1 (back office) unless said otherwise. */
  userTypes?: readonly number[]
  /** Why it is done: kept in this text field of the entity, whose longest value is the longest reason. */
  reason?: { is: 'optional' | 'required'; field: string }
  /**
   * Field that counts the record's versions, where the step is about what was read: the call carries the version that was, and
   * no other is moved.
   */
  seen?: string
  /** May also be done to many at once; each is answered for itself. */
  bulk?: true
  /** Asked before it is done; `danger` when it is hard to undo. */
  confirm?: 'plain' | 'danger'
  /** What the operation log calls it; `edit` unless said otherwise. */
  audit?: AuditKind
}

/**
 * A lifecycle as data: the server enforces it, screens make its buttons and say what a state forbids, a test walks it.
 * `field` holds the state; each transition names the verb that makes it.
 */
export interface States {
  field: string
  initial: string
  values: readonly string[]
  transitions: readonly Transition[]
  /** States in which the record may still be edited, and in which it may be removed. */
  editable: readonly string[]
  removable: readonly string[]
  /** States in which another record may newly name it; the editable ones unless said otherwise. */
  namable?: readonly string[]
}

/** The state a verb leads to from `from`, or undefined when it is not allowed there. */
export function nextState(states: States, verb: string, from: string): string | undefined {
  return states.transitions.find(transition => transition.verb === verb && transition.from.includes(from))?.to
}
