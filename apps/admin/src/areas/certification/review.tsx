import { certificationReview, type RowOf } from '@timbermark/contract'
import { useState } from 'react'
import type { Action } from '../../entity/actions/action-button.tsx'
import { ExportButton } from '../../entity/list/export-button.tsx'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import { NoPermission } from '../../entity/list/list-states.tsx'
import { useRowAction } from '../../entity/actions/use-row-action.ts'
import { useSession, useT } from '../../shell/index.ts'
import { HistoryDrawer } from './history-drawer.tsx'
import { VerdictDialog } from './verdict-dialog.tsx'
import { describeRow, type CodeRow, toCodeRow } from './row-fields.tsx'
import { StateTag } from './state-tag.tsx'
import '../../entity/entity.css'

type ListedCodes = RowOf<typeof certificationReview>

/** Codes that other enterprises authorized this one to certify, and their review. */
export default function ReviewScreen() {
  const t = useT()
  const { can } = useSession()
  const rowAction = useRowAction(certificationReview)
  const [reviewing, setReviewing] = useState<ListedCodes>()
  const [viewing, setViewing] = useState<CodeRow>()
  if (!can('certification:review:list')) return <NoPermission />
  const actionsOf = (listedRow: unknown): Action[] => {
    const row = listedRow as ListedCodes
    const codes = toCodeRow(row)
    return [
      ...rowAction(row, 'judge', {
        label: t('action.judge'),
        hasPermission: can('certification:review:judge'),
        run: () => setReviewing(row),
      }),
      { key: 'history', label: t('certification.history'), run: () => setViewing(codes) },
    ]
  }
  return (
    <>
      <EntityTable
        entity={certificationReview}
        cells={{ state: row => <StateTag state={row.state as ListedCodes['state']} short /> }}
        toolbar={can('certification:review:export') && <ExportButton entity={certificationReview} />}
        actions={actionsOf}
      />
      {reviewing && (
        <VerdictDialog
          side="thirdParty"
          row={toCodeRow(reviewing)}
          about={describeRow(t, reviewing, reviewing.ownerName)}
          onClose={() => setReviewing(undefined)}
        />
      )}
      <HistoryDrawer side="thirdParty" row={viewing} onClose={() => setViewing(undefined)} />
    </>
  )
}
