import type { Translate } from '@timbermark/client'
import { phraseOf, pressedTransitions, type Stateful, type Transition } from '@timbermark/contract'
import type { Params, PhraseKey } from '@timbermark/phrases'
import type { Action } from './action-button.tsx'
import { verbState, verbAction } from './actions.ts'
import { canUse } from './permissions.ts'
import { verbLabel } from '../labels.ts'
import type { Permissions, Row } from '../types.ts'

/** Where a screen differs from the declaration. */
export interface TransitionPlan {
  /** Further parameters of the questions, in addition to the record's `name`. */
  params?: (row: Row) => Params
  /** Label of the confirm button; the verb's own label by default. */
  ok?: PhraseKey
  /** Message after success. */
  done?: PhraseKey
  /** Text before the reason of a failure. */
  failed?: (verb: string) => string
  /** Whether the row shows the button of this verb at all. */
  isVisible?: (row: Row, verb: string) => boolean
  /** Refreshes what else has changed. */
  refresh?: () => Promise<unknown>
}

/** What a button does: `move` makes the transition, `ask` opens the dialog for the reason. */
export interface TransitionRun {
  move: (transition: Transition, rows: readonly Row[]) => Promise<unknown>
  ask: (transition: Transition, rows: readonly Row[]) => void
}

interface Question {
  title: string
  text?: string
  ok: string
}

/** The question before a transition of one record; it names the record. */
export function questionOf(
  t: Translate,
  entity: Stateful,
  { verb }: Transition,
  row: Row,
  plan: TransitionPlan = {},
): Question {
  const key = `${phraseOf(entity)}.${verb}`
  const params = { name: String(row[entity.label] ?? row.id), ...plan.params?.(row) }
  const text = `${key}Text`
  return {
    title: t.from(`${key}Title`, params),
    ok: plan.ok ? t(plan.ok) : verbLabel(t, entity, verb),
    ...(t.has(text) && { text: t(text, params) }),
  }
}

/** The question before a transition of several records; it names their number. */
export function questionOfMany(t: Translate, entity: Stateful, { verb }: Transition, n: number): Question {
  return { title: t.from(`${phraseOf(entity)}.${verb}Several`, { n }), ok: verbLabel(t, entity, verb) }
}

/** Actions of one row, in declared order: hidden without permission, disabled with the reason. */
export function transitionActions(
  t: Translate,
  entity: Stateful,
  row: Row,
  permissions: Permissions,
  run: TransitionRun,
  plan: TransitionPlan = {},
): Action[] {
  return pressedTransitions(entity).flatMap(transition => {
    if (plan.isVisible?.(row, transition.verb) === false) return []
    return verbAction(t, verbState(entity, row, transition.verb, permissions), {
      key: transition.verb,
      label: verbLabel(t, entity, transition.verb),
      ...(transition.confirm === 'danger' && { danger: true }),
      ...(transition.reason
        ? { run: () => run.ask(transition, [row]) }
        : {
            ...(transition.confirm && { confirm: questionOf(t, entity, transition, row, plan) }),
            run: () => run.move(transition, [row]),
          }),
    })
  })
}

/** Transitions that the user may make for many rows at once. */
export function bulkTransitions(entity: Stateful, permissions: Permissions): Transition[] {
  return pressedTransitions(entity).filter(({ verb, bulk }) => bulk && canUse(entity, verb, permissions))
}
