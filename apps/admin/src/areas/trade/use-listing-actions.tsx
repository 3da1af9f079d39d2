import { listing } from '@timbermark/contract'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Action } from '../../entity/actions/action-button.tsx'
import type { Row } from '../../entity/types.ts'
import { useWrites } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useSession, useT } from '../../shell/index.ts'
import { useRowAction } from '../../entity/actions/use-row-action.ts'
import { useTransitions, withCount } from '../../entity/actions/use-transitions.tsx'
import { showFailure } from '../../entity/actions/show-failure.ts'
import { tradePaths } from './addresses.ts'
import { QuoteDialog } from './quote-dialog.tsx'

/** All actions of listings, single and batch, with the dialogs they need. */
export function useListingActions({ onEdit }: { onEdit: (row: Row) => void }) {
  const t = useT()
  const feedback = useFeedback()
  const navigate = useNavigate()
  const { can } = useSession()
  const { remove } = useWrites(listing)
  const rowAction = useRowAction(listing)
  const transitions = useTransitions(listing)
  const [quoting, setQuoting] = useState<Row>()

  /** Deletes listings. @returns whether anything was deleted */
  const removeListings = async (rows: readonly Row[]): Promise<boolean> => {
    try {
      const answer = (await remove.mutateAsync(rows.map(row => row.id))) as { removed?: number } | undefined
      const removed = answer?.removed ?? rows.length
      if (removed === 0) feedback.refuse(t('trade.listing.noneRemoved'))
      else feedback.done(t('entity.removed', { n: removed }))
      return removed > 0
    } catch (error) {
      showFailure(t, feedback, t('trade.listing.removeFailed'), error)
      return false
    }
  }

  const ofRow = (row: Row, onRemoved?: () => void): Action[] => {
    const name = String(row.goodsName)
    const transitionActions = transitions.ofRow(row)
    const auditActions = transitionActions.filter(({ key }) => key === 'approve' || key === 'reject')
    return [
      ...auditActions,
      ...rowAction(row, 'quote', { hasPermission: can('trade:quote:add'), run: () => setQuoting(row) }),
      ...transitionActions.filter(action => !auditActions.includes(action)),
      ...rowAction(row, 'edit', { run: () => onEdit(row) }),
      ...rowAction(row, 'remove', {
        danger: true,
        confirm: { title: t('common.confirmRemove', { name }), ok: t('action.remove') },
        run: async () => {
          if (await removeListings([row])) onRemoved?.()
        },
      }),
    ]
  }

  const removeChosen = (rows: readonly Row[], onDone: () => void): Action => ({
    key: 'remove',
    label: withCount(t('action.remove'), rows.length),
    danger: true,
    run: () =>
      rows.length === 0
        ? feedback.refuse(t('entity.selectFirst'))
        : feedback.ask({
            title: t('entity.confirmRemoveSelected', { n: rows.length }),
            text: t('entity.cannotUndo'),
            ok: t('action.remove'),
            danger: true,
            run: async () => {
              if (await removeListings(rows)) onDone()
            },
          }),
  })

  /** Batch actions of the selected rows; without a selection they show a hint. */
  const ofRows = (rows: readonly Row[], onDone: () => void): Action[] => [
    ...transitions.ofRows(rows, onDone),
    ...(can('trade:listing:remove') ? [removeChosen(rows, onDone)] : []),
  ]

  const dialogs: ReactNode = (
    <>
      {transitions.dialogs}
      {quoting && <QuoteDialog row={quoting} onClose={() => setQuoting(undefined)} />}
    </>
  )
  return { ofRow, ofRows, dialogs, open: (row: Row) => navigate(tradePaths.detail(row.id)) }
}
