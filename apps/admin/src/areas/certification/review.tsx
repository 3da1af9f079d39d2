import { certificationReview, type RowOf } from '@timbermark/contract'
import { useState } from 'react'
import type { Action } from '../../entity/actions/action-button.tsx'
import { ExportButton } from '../../entity/list/export-button.tsx'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import { NoPermission } from '../../entity/list/list-states.tsx'
import { useRowAction } from '../../entity/actions/use-row-action.ts'
import { useSession, useT } from '../../shell/index.ts'
import { HistoryDrawer } from './history-drawer.tsx'
import { JudgeDialog } from './judge-dialog.tsx'
import { aboutRow, type CodeRow, codesOf } from './row-fields.tsx'
import { StateTag } from './state-tag.tsx'
import '../../entity/entity.css'

type Listed = RowOf<typeof certificationReview>

/** Codes that other enterprises authorized this one to review, and their review. */
export default function ReviewScreen() {
  const t = useT()
  const { can } = useSession()
  const rowAction = useRowAction(certificationReview)
  const [judging, setJudging] = useState<Listed>()
  const [viewing, setViewing] = useState<CodeRow>()
  if (!can('certification:review:list')) return <NoPermission />
  const actionsOf = (listed: unknown): Action[] => {
    const row = listed as Listed
    const codes = codesOf(row)
    return [
      ...rowAction(row, 'judge', {
        label: t('action.judge'),
        hasPermission: can('certification:review:judge'),
        run: () => setJudging(row),
      }),
      { key: 'history', label: t('certification.history'), run: () => setViewing(codes) },
    ]
  }
  return (
    <>
      <EntityTable
        entity={certificationReview}
        cells={{ state: row => <StateTag state={row.state as Listed['state']} /> }}
        toolbar={can('certification:review:export') && <ExportButton entity={certificationReview} />}
        actions={actionsOf}
      />
      {judging && (
        <JudgeDialog
          side="thirdParty"
          row={codesOf(judging)}
          about={aboutRow(t, judging, judging.ownerName)}
          onClose={() => setJudging(undefined)}
        />
      )}
      <HistoryDrawer side="thirdParty" row={viewing} onClose={() => setViewing(undefined)} />
    </>
  )
}
