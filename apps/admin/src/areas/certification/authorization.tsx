import { SafetyCertificateOutlined } from '@ant-design/icons'
import { certificationAuthorization, type RowOf } from '@timbermark/contract'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { type Action, ActionButton } from '../../entity/actions/action-button.tsx'
import { ExportButton } from '../../entity/list/export-button.tsx'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import { NoPermission } from '../../entity/list/list-states.tsx'
import { useAddressParam } from '../../entity/list/use-list-state.ts'
import { useRowAction } from '../../entity/actions/use-row-action.ts'
import { useSession, useT } from '../../shell/index.ts'
import { HandInDialog, type HandInStart } from './hand-in-dialog.tsx'
import { HistoryDrawer } from './history-drawer.tsx'
import { VerdictDialog } from './verdict-dialog.tsx'
import { ReasonStepDialog } from './reason-step-dialog.tsx'
import { describeRow, type CodeRow, toCodeRow } from './row-fields.tsx'
import { StateTag } from './state-tag.tsx'
import '../../entity/entity.css'

type ListedCodes = RowOf<typeof certificationAuthorization>
type Step = { verb: 'judge' | 'resubmit' | 'withdraw' | 'history'; row: CodeRow; about: string }

const verbs = ['judge', 'resubmit', 'withdraw'] as const

/** The certification of the enterprise's own codes: submission, internal review, withdrawal and history. */
export default function CertificationScreen() {
  const t = useT()
  const { can } = useSession()
  const rowAction = useRowAction(certificationAuthorization)
  const [adding, setAdding] = useAddressParam('add')
  const start = (useLocation().state as HandInStart | null) ?? {}
  const [step, setStep] = useState<Step>()
  if (!can('certification:authorization:list')) return <NoPermission />
  const close = () => setStep(undefined)
  const mayHandIn = can('certification:authorization:authorize') || can('certification:authorization:submit')
  const handIn = mayHandIn && (
    <ActionButton
      type="primary"
      action={{
        key: 'handIn',
        label: t('certification.handIn'),
        icon: <SafetyCertificateOutlined />,
        run: () => setAdding('1'),
      }}
    />
  )
  const actionsOf = (listedRow: unknown): Action[] => {
    const row = listedRow as ListedCodes
    const codes = toCodeRow(row)
    const about = describeRow(t, row)
    return [
      ...verbs.flatMap(verb =>
        rowAction(row, verb, {
          label: t(`action.${verb}`),
          hasPermission: can(`certification:authorization:${verb}`),
          danger: verb === 'withdraw',
          run: () => setStep({ verb, row: codes, about }),
        }),
      ),
      { key: 'history', label: t('certification.history'), run: () => setStep({ verb: 'history', row: codes, about }) },
    ]
  }
  return (
    <>
      <EntityTable
        entity={certificationAuthorization}
        cells={{ state: row => <StateTag state={row.state as ListedCodes['state']} short /> }}
        toolbar={
          <>
            {handIn}
            {can('certification:authorization:export') && <ExportButton entity={certificationAuthorization} />}
          </>
        }
        empty={handIn}
        actions={actionsOf}
      />
      {adding !== undefined && mayHandIn && <HandInDialog start={start} onClose={() => setAdding(undefined)} />}
      {step?.verb === 'judge' && <VerdictDialog side="own" row={step.row} about={step.about} onClose={close} />}
      {(step?.verb === 'resubmit' || step?.verb === 'withdraw') && (
        <ReasonStepDialog verb={step.verb} row={step.row} onClose={close} />
      )}
      <HistoryDrawer side="own" row={step?.verb === 'history' ? step.row : undefined} onClose={close} />
    </>
  )
}
