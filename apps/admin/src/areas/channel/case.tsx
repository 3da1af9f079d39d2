import { ControlOutlined, ExportOutlined, UserSwitchOutlined } from '@ant-design/icons'
import { channelCases } from '@timbermark/contract'
import { Button } from 'antd'
import { useState } from 'react'
import type { EditOutcomes } from '@timbermark/contract/transition-calls'
import type { Action } from '../../entity/actions/action-button.tsx'
import { EntityScreen } from '../../entity/list/entity-screen.tsx'
import type { Row } from '../../entity/types.ts'
import { RowResults } from '../../entity/actions/row-results.tsx'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useTransitions, withCount } from '../../entity/actions/use-transitions.tsx'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { AssigneeDialog } from './assignee-dialog.tsx'
import { CaseEvidenceView } from './case-evidence.tsx'
import { ThresholdsDialog } from './thresholds-dialog.tsx'
import '../../entity/entity.css'
import './case.css'

/** Cases of clone detection: what was noticed, where and when, and how each case was handled. */
export default function CaseScreen() {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const { ofRow, ofRows, dialogs } = useTransitions(channelCases)
  const feedback = useFeedback()
  const [assigning, setAssigning] = useState<{ rows: readonly Row[]; onDone?: () => void }>()
  const [results, setResults] = useState<{ outcomes: EditOutcomes; rows: readonly Row[] }>()
  const [setting, setSetting] = useState(false)
  const actions = (row: Row): Action[] => [
    ...ofRow(row),
    ...(can('channel:case:assign')
      ? [
          {
            key: 'assign',
            label: t('channel.case.assign'),
            icon: <UserSwitchOutlined />,
            run: () => setAssigning({ rows: [row] }),
          },
        ]
      : []),
    ...(can('channel:case:export')
      ? [
          {
            key: 'evidence',
            label: t('channel.case.evidenceExport'),
            icon: <ExportOutlined />,
            run: () => client.download(`/channel/case/${row.id}/evidence/export`),
          },
        ]
      : []),
  ]
  /** Assigns the selected cases; with nothing selected it asks for a selection. */
  const assignSeveral = (rows: readonly Row[], onDone: () => void): Action[] =>
    can('channel:case:assign')
      ? [
          {
            key: 'assign',
            label: withCount(t('channel.case.assign'), rows.length),
            icon: <UserSwitchOutlined />,
            run: () => (rows.length === 0 ? feedback.refuse(t('entity.selectFirst')) : setAssigning({ rows, onDone })),
          },
        ]
      : []
  const report = (outcomes: EditOutcomes) => {
    if (outcomes.failed === 0) feedback.done(t('entity.done', { n: outcomes.done }))
    else setResults({ outcomes, rows: assigning?.rows ?? [] })
    assigning?.onDone?.()
  }
  return (
    <>
      <EntityScreen
        entity={channelCases}
        toolbar={
          can('channel:case:thresholds') && (
            <Button icon={<ControlOutlined />} onClick={() => setSetting(true)}>
              {t('action.thresholds')}
            </Button>
          )
        }
        rowActions={row => actions(row as unknown as Row)}
        bulkActions={(rows, onDone) => [
          ...ofRows(rows as unknown as Row[], onDone),
          ...assignSeveral(rows as unknown as Row[], onDone),
        ]}
        detail={row => <CaseEvidenceView id={row.id} kind={row.kind} dealer={row.dealerName} />}
      />
      {dialogs}
      {setting && <ThresholdsDialog onClose={() => setSetting(false)} />}
      {assigning && <AssigneeDialog rows={assigning.rows} onClose={() => setAssigning(undefined)} onDone={report} />}
      {results && (
        <RowResults
          {...results.outcomes}
          nameOf={id => String(results.rows.find(row => row.id === id)?.code ?? id)}
          onClose={() => setResults(undefined)}
        />
      )}
    </>
  )
}
