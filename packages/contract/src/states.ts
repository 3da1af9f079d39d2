import type { AuditKind } from './call.ts'

/** A transition from some states to another. Transitions of the same verb differ in `from` and `to` only. */
export interface Transition {
  verb: string
  from: readonly string[]
  to: string
  /** What makes it when it has no button: the server, or another call (saving, a download). */
  by?: 'server' | 'separateCall'
  /** Verb of the required permission; default its own verb if it can be granted, else `state`. */
  permission?: string
  /** User types that may make it; default 1 (back office). */
  userTypes?: readonly number[]
  /** The reason: stored in this text field of the entity, which limits its length. */
  reason?: { is: 'optional' | 'required'; field: string }
  /**
   * Field with the record's version number, when the transition approves what the caller has read: the call carries the
   * expected version and is refused for any other.
   */
  seen?: string
  /** Also available for many records at once; the answer has one outcome per record. */
  bulk?: true
  /** Confirmation before it is done; `danger` when it is hard to undo. */
  confirm?: 'plain' | 'danger'
  /** Can be undone for a minute by the account that made it. */
  undo?: true
  /** Why it cannot be undone. A transition with a button declares this or `undo`. */
  final?: string
  /** Kind in the operation log; default `edit`. */
  audit?: AuditKind
}

/**
 * A lifecycle as data: the server enforces it, screens derive buttons and explanations from it, a test walks it. `field`
 * holds the state; each transition has a verb.
 */
export interface States {
  field: string
  initial: string
  values: readonly string[]
  transitions: readonly Transition[]
  /** States in which the record may still be edited, and in which it may be removed. */
  editable: readonly string[]
  removable: readonly string[]
  /** States in which other records may newly refer to it; default the editable ones. */
  referable?: readonly string[]
}

/** The state that a verb leads to from `from`; undefined when not allowed. */
export function nextState(states: States, verb: string, from: string): string | undefined {
  return states.transitions.find(transition => transition.verb === verb && transition.from.includes(from))?.to
}
