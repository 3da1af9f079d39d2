import { type RowOf, stageRecord } from '@timbermark/contract'
import type { Action } from '../../entity/actions/action-button.tsx'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useRowAction } from '../../entity/actions/use-row-action.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'

export type ListedRecord = Pick<RowOf<typeof stageRecord>, 'id' | 'operator' | 'can' | 'why' | 'stage' | 'batchNumber'>

export interface RecordVerbs {
  view: (row: ListedRecord) => void
  correct: (row: ListedRecord) => void
  /** Asks for the reason before the record is voided. */
  void: (row: ListedRecord) => void
}

/** What may be done with a listed record: `changes` in its drawer too, `actions` in the list. */
export function useRecordActions(verbs: RecordVerbs) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(stageRecord)
  const { can } = useSession()
  const rowAction = useRowAction(stageRecord)
  const changes = (row: ListedRecord): Action[] => [
    ...rowAction(row, 'correct', {
      hasPermission: can('stage:record:correct'),
      run: () => verbs.correct(row),
    }),
    ...rowAction(row, 'void', { hasPermission: can('stage:record:void'), danger: true, run: () => verbs.void(row) }),
  ]
  const actions = (row: ListedRecord): Action[] => [
    ...(can('stage:record:query') ? [{ key: 'view', label: t('action.query'), run: () => verbs.view(row) }] : []),
    ...changes(row),
    // Without an operator the record holds no personal data any more.
    ...(can('stage:record:forget') && row.operator !== ''
      ? [
          {
            key: 'forget',
            label: t('action.forget'),
            danger: true,
            confirm: {
              title: t('stage.record.forgetTitle'),
              text: t('stage.record.forgetText'),
              ok: t('action.forget'),
            },
            run: async () => {
              await client.call('POST /stage/record/:id/forget', { params: { id: String(row.id) } })
              feedback.done(t('stage.record.forgotten'))
              await refresh()
            },
          },
        ]
      : []),
  ]
  return { changes, actions }
}
