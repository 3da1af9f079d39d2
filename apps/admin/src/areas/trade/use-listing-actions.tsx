import { listing } from '@timbermark/contract'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { Action } from '../../entity/action-button.tsx'
import type { Row } from '../../entity/types.ts'
import { useRefresh, useWrites } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { rowVerb } from '../../entity/row-verb.ts'
import { tellFailure } from '../../entity/tell-failure.ts'
import { tradePaths } from './addresses.ts'
import { type BatchResult, type BatchVerb, runBatch } from './batch.ts'
import { BatchResults } from './batch-results.tsx'
import { QuoteDialog } from './quote-dialog.tsx'
import { RejectDialog } from './reject-dialog.tsx'

/** Everything that can be done with listings, one by one and together, with the dialogs that it needs. */
export function useListingActions({ onEdit }: { onEdit: (row: Row) => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const navigate = useNavigate()
  const refresh = useRefresh(listing)
  const { can } = useSession()
  const { remove } = useWrites(listing)
  const [rejecting, setRejecting] = useState<readonly Row[]>()
  const [quoting, setQuoting] = useState<Row>()
  const [shown, setShown] = useState<{ result: BatchResult; rows: readonly Row[] }>()
  const audits = can('trade:listing:audit')
  const shelves = can('trade:listing:shelf')

  const run = async (verb: BatchVerb, rows: readonly Row[], reason?: string) => {
    const result = await runBatch(
      client,
      verb,
      rows.map(row => row.id),
      reason,
    )
    await refresh()
    const [only] = result.results
    if (result.failed === 0) feedback.done(t('trade.listing.done', { n: result.done }))
    else if (rows.length === 1) feedback.refuse(only?.message ?? t('error.operationFailed'))
    else setShown({ result, rows })
  }

  /** Deletes listings. @returns whether anything was deleted */
  const drop = async (rows: readonly Row[]): Promise<boolean> => {
    try {
      const answer = (await remove.mutateAsync(rows.map(row => row.id))) as { removed?: number } | undefined
      const removed = answer?.removed ?? rows.length
      if (removed === 0) feedback.refuse(t('trade.listing.noneRemoved'))
      else feedback.done(t('entity.removed', { n: removed }))
      return removed > 0
    } catch (error) {
      tellFailure(t, feedback, t('trade.listing.removeFailed'), error)
      return false
    }
  }

  const ofRow = (row: Row, onRemoved?: () => void): Action[] => {
    const name = String(row.goodsName)
    return [
      ...rowVerb(t, row, 'approve', audits, {
        label: t('trade.listing.approve'),
        confirm: { title: t('trade.listing.approveTitle', { name }), ok: t('trade.listing.approve') },
        run: () => run('approve', [row]),
      }),
      ...rowVerb(t, row, 'reject', audits, {
        label: t('trade.listing.reject'),
        danger: true,
        run: () => setRejecting([row]),
      }),
      ...rowVerb(t, row, 'quote', can('trade:quote:add'), {
        label: t('trade.listing.quote'),
        run: () => setQuoting(row),
      }),
      ...rowVerb(t, row, 'takeOff', shelves, {
        label: t('trade.listing.takeOff'),
        confirm: {
          title: t('trade.listing.takeOffTitle', { name }),
          text: t('trade.listing.takeOffText'),
          ok: t('trade.listing.takeOff'),
        },
        run: () => run('takeOff', [row]),
      }),
      ...rowVerb(t, row, 'putOn', shelves, {
        label: t('trade.listing.putOn'),
        run: () => run('putOn', [row]),
      }),
      ...rowVerb(t, row, 'edit', can('trade:listing:edit'), {
        label: t('action.edit'),
        run: () => onEdit(row),
      }),
      ...rowVerb(t, row, 'remove', can('trade:listing:remove'), {
        label: t('action.remove'),
        danger: true,
        confirm: { title: t('common.confirmRemove', { name }), ok: t('action.remove') },
        run: async () => {
          if (await drop([row])) onRemoved?.()
        },
      }),
    ]
  }

  /** Batch actions of the chosen rows; with nothing chosen they say so. */
  const ofRows = (rows: readonly Row[], onDone: () => void): Action[] => {
    const chosen = (act: () => unknown) => async () => {
      if (rows.length === 0) feedback.refuse(t('entity.selectFirst'))
      else await act()
    }
    const asked = (verb: BatchVerb) =>
      chosen(() =>
        feedback.ask({
          title: t(`trade.listing.${verb}Several`, { n: rows.length }),
          ok: t(`trade.listing.${verb}`),
          run: async () => {
            try {
              await run(verb, rows)
              onDone()
            } catch (error) {
              feedback.fail(error)
            }
          },
        }),
      )
    const label = (verb: BatchVerb) => withCount(t(`trade.listing.${verb}`), rows.length)
    return [
      ...(audits
        ? [
            { key: 'approve', label: label('approve'), run: asked('approve') },
            { key: 'reject', label: label('reject'), danger: true, run: chosen(() => setRejecting(rows)) },
          ]
        : []),
      ...(shelves
        ? [
            { key: 'putOn', label: label('putOn'), run: asked('putOn') },
            { key: 'takeOff', label: label('takeOff'), run: asked('takeOff') },
          ]
        : []),
      ...(can('trade:listing:remove')
        ? [
            {
              key: 'remove',
              label: withCount(t('action.remove'), rows.length),
              danger: true,
              run: chosen(() =>
                feedback.ask({
                  title: t('entity.confirmRemoveSelected', { n: rows.length }),
                  text: t('entity.cannotUndo'),
                  ok: t('action.remove'),
                  danger: true,
                  run: async () => {
                    if (await drop(rows)) onDone()
                  },
                }),
              ),
            },
          ]
        : []),
    ]
  }

  const dialogs: ReactNode = (
    <>
      {rejecting && (
        <RejectDialog
          rows={rejecting}
          onClose={() => setRejecting(undefined)}
          run={reason => run('reject', rejecting, reason)}
        />
      )}
      {quoting && <QuoteDialog row={quoting} onClose={() => setQuoting(undefined)} />}
      {shown && (
        <BatchResults
          result={shown.result}
          nameOf={id => String(shown.rows.find(row => row.id === id)?.goodsName ?? id)}
          onClose={() => setShown(undefined)}
        />
      )}
    </>
  )
  return { ofRow, ofRows, dialogs, open: (row: Row) => navigate(tradePaths.detail(row.id)) }
}

const withCount = (label: string, n: number) => (n === 0 ? label : `${label} (${n})`)
