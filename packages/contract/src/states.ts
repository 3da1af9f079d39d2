/**
 * A lifecycle as data: the server enforces it, screens disable what it forbids and say why, a test walks it.
 * `field` holds the state; each transition names the verb that makes it.
 */
export interface States {
  field: string
  initial: string
  values: readonly string[]
  transitions: readonly { verb: string; from: readonly string[]; to: string }[]
  /** States in which the record may still be edited, and in which it may be removed. */
  editable: readonly string[]
  removable: readonly string[]
}

/** The state a verb leads to from `from`, or undefined when it is not allowed there. */
export function nextState(states: States, verb: string, from: string): string | undefined {
  return states.transitions.find(transition => transition.verb === verb && transition.from.includes(from))?.to
}
