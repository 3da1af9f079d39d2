import { reasonInLanguages, reasonLength, type Stateful, type Transition } from '@timbermark/contract'
import type { ReasonInput, Outcomes } from '@timbermark/contract/transition-calls'
import { type ReactNode, useState } from 'react'
import { useClient, useSession, useT } from '../../shell/index.ts'
import type { Action } from './action-button.tsx'
import { fieldLabel, optionLabel, verbLabel } from '../labels.ts'
import { moveRows } from '../list/move-rows.ts'
import { ReasonDialog } from '../dialogs/reason-dialog.tsx'
import { showFailure } from './show-failure.ts'
import {
  bulkTransitions,
  questionOf,
  questionOfMany,
  transitionActions,
  type TransitionPlan,
} from './transition-actions.ts'
import { RowResults } from './row-results.tsx'
import type { Row } from '../types.ts'
import { useRefresh } from '../use-entity.ts'
import { useFeedback } from './use-feedback.ts'
import { useUndo } from './use-undo.tsx'

interface PendingTransition {
  transition: Transition
  rows: readonly Row[]
  onDone?: () => void
}

/** Actions of an entity's lifecycle, for one row and for many, with the dialogs that they need. */
export function useTransitions(entity: Stateful, plan: TransitionPlan = {}) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const report = useUndo(entity)
  const { permissions } = useSession()
  const refreshEntity = useRefresh(entity)
  const [pending, setPending] = useState<PendingTransition>()
  const [results, setResults] = useState<{ outcomes: Outcomes; rows: readonly Row[] }>()

  const reportOutcomes = (outcomes: Outcomes, rows: readonly Row[]) => {
    const [only] = outcomes.results
    if (outcomes.failed === 0) report(t('entity.done', { n: outcomes.done }), outcomes, plan.refresh)
    else if (rows.length === 1) feedback.refuse(only && !only.ok ? only.message : t('error.operationFailed'))
    else setResults({ outcomes, rows })
  }
  const move = async (transition: Transition, rows: readonly Row[], why?: ReasonInput) => {
    const { outcomes, answer } = await moveRows(client, entity, transition, rows, why)
    await Promise.all([refreshEntity(), plan.refresh?.()])
    if (outcomes) reportOutcomes(outcomes, rows)
    else report(t(plan.done ?? 'common.success'), answer, plan.refresh)
  }
  const attempt = async (transition: Transition, rows: readonly Row[]) => {
    try {
      await move(transition, rows)
    } catch (error) {
      if (!plan.failed) throw error
      showFailure(t, feedback, plan.failed(transition.verb), error)
    }
  }

  const ofRow = (row: Row): Action[] =>
    transitionActions(
      t,
      entity,
      row,
      permissions,
      { move: attempt, ask: (transition, rows) => setPending({ transition, rows }) },
      plan,
    )

  /** Actions of the selected rows. With nothing selected they ask for a selection. */
  const ofRows = (rows: readonly Row[], onDone: () => void): Action[] =>
    bulkTransitions(entity, permissions).map(transition => ({
      key: transition.verb,
      label: withCount(verbLabel(t, entity, transition.verb), rows.length),
      ...(transition.confirm === 'danger' && { danger: true }),
      run: () => {
        if (rows.length === 0) return feedback.refuse(t('entity.selectFirst'))
        if (transition.reason) return setPending({ transition, rows, onDone })
        return feedback.ask({
          ...questionOfMany(t, entity, transition, rows.length),
          run: async () => {
            try {
              await move(transition, rows)
              onDone()
            } catch (error) {
              feedback.fail(error)
            }
          },
        })
      },
    }))

  const question = ({ transition, rows }: PendingTransition) => {
    const [only, ...others] = rows
    const { title, ok } =
      only && others.length === 0
        ? questionOf(t, entity, transition, only, plan)
        : questionOfMany(t, entity, transition, rows.length)
    return { title, ok }
  }
  const dialogs: ReactNode = (
    <>
      {pending?.transition.reason && (
        <ReasonDialog
          {...question(pending)}
          label={fieldLabel(t, entity, pending.transition.reason.field)}
          max={reasonLength(entity, pending.transition)}
          required={pending.transition.reason.is === 'required'}
          onClose={() => setPending(undefined)}
          inLanguages={reasonInLanguages(entity, pending.transition)}
          run={async (reason, reasonTexts) => {
            const why = { ...(reason && { reason }), ...(reasonTexts && { reasonTexts }) }
            await move(pending.transition, pending.rows, why)
            pending.onDone?.()
          }}
        />
      )}
      {results && (
        <RowResults
          {...results.outcomes}
          results={results.outcomes.results.map(one =>
            one.ok ? { ...one, message: optionLabel(t, entity, entity.states.field, one.status) } : one,
          )}
          nameOf={id => String(results.rows.find(row => row.id === id)?.[entity.label] ?? id)}
          onClose={() => setResults(undefined)}
        />
      )}
    </>
  )
  return { ofRow, ofRows, dialogs }
}

export const withCount = (label: string, n: number) => (n === 0 ? label : `${label} (${n})`)
