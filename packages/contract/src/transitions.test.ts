import { expect, test } from 'vitest'
import {
  type AnyEntity,
  entities,
  isStateful,
  keyOf,
  nextState,
  permissionVerbOf,
  pressedTransitions,
  reasonIssue,
  reasonLength,
  stateAllows,
  transitionOf,
} from './index.ts'

const lifecycles = (entities as readonly AnyEntity[]).filter(isStateful).map(entity => [keyOf(entity), entity] as const)

test.each(lifecycles)(
  '%s: its states are its field’s values, and every transition stays among them',
  (_key, entity) => {
    const { field, initial, values, transitions, editable, removable } = entity.states
    expect(entity.fields[field]).toMatchObject({ kind: 'choice', options: values, default: initial, readonly: true })
    expect(values).toEqual(
      expect.arrayContaining([...editable, ...removable, ...transitions.flatMap(({ from, to }) => [...from, to])]),
    )
  },
)

test.each(lifecycles)('%s: from one state a verb leads to one other', (_key, entity) => {
  const ways = entity.states.transitions.flatMap(({ verb, from }) => from.map(state => `${verb} ${state}`))
  expect(new Set(ways).size).toBe(ways.length)
})

test.each(lifecycles)('%s: what is declared of a verb is the same in each of its transitions', (_key, entity) => {
  for (const { from: _from, to: _to, ...declared } of entity.states.transitions) {
    const { from: _f, to: _t, ...first } = transitionOf(entity, declared.verb)
    expect(declared).toEqual(first)
  }
})

test.each(lifecycles)('%s: what a button does somebody can be granted, and its reason has a place', (_key, entity) => {
  for (const transition of pressedTransitions(entity)) {
    expect(entity.verbs, transition.verb).toContain(permissionVerbOf(entity, transition.verb))
    if (!transition.reason) continue
    expect(entity.fields[transition.reason.field]).toMatchObject({ kind: 'text', readonly: true })
    const max = reasonLength(entity, transition)
    expect(reasonIssue(entity, transition, 'x'.repeat(max))).toBeUndefined()
    expect(reasonIssue(entity, transition, 'x'.repeat(max + 1))).toMatchObject({ error: 'tooLong', params: { max } })
    expect(reasonIssue(entity, transition, '')?.error).toBe(
      transition.reason.is === 'required' ? 'required' : undefined,
    )
  }
})

test.each(lifecycles)('%s: a state allows exactly the declared verbs', (_key, entity) => {
  for (const state of entity.states.values) {
    expect(stateAllows(entity, 'edit', state)).toBe(entity.states.editable.includes(state))
    expect(stateAllows(entity, 'remove', state)).toBe(entity.states.removable.includes(state))
    for (const { verb } of pressedTransitions(entity))
      expect(stateAllows(entity, verb, state)).toBe(nextState(entity.states, verb, state) !== undefined)
  }
})
