import { changeRequest, type RowOf } from '@timbermark/contract'
import { useNavigate } from 'react-router'
import type { Action } from '../../../entity/actions/action-button.tsx'
import { EntityTable } from '../../../entity/list/entity-table.tsx'
import { ExportButton } from '../../../entity/list/export-button.tsx'
import { NoPermission } from '../../../entity/list/list-states.tsx'
import { optionChip } from '../../../entity/labels.ts'
import { ToneTag } from '../../../entity/values/tone-tag.tsx'
import { useSession, useT } from '../../../shell/index.ts'
import { ChangeRule } from './change-rule.tsx'
import { useChangeActions } from './use-change-actions.tsx'
import '../../../entity/entity.css'

type ListedRequest = RowOf<typeof changeRequest>

const tones = {
  waiting: 'warning',
  agreed: 'success',
  declined: 'error',
  takenBack: 'default',
  closed: 'default',
} as const

/** What reporters ask about their records, waiting requests first. */
export default function ChangeRequestScreen() {
  const t = useT()
  const { can } = useSession()
  const navigate = useNavigate()
  const change = useChangeActions(() => undefined)
  if (!can('stage:change-request:list')) return <NoPermission />
  const actionsOf = (listed: unknown): Action[] => {
    const row = listed as ListedRequest
    return [
      ...change.actions(row),
      ...(can('stage:record:query')
        ? [
            {
              key: 'record',
              label: t('stage.change-request.openRecord'),
              run: () => navigate(`/stage/record?view=${row.recordId}`),
            },
          ]
        : []),
    ]
  }
  return (
    <>
      <EntityTable
        entity={changeRequest}
        above={<ChangeRule />}
        cells={{
          status: row => {
            const status = row.status as ListedRequest['status']
            const { label, fullLabel } = optionChip(t, changeRequest, 'status', status)
            return (
              <ToneTag tone={tones[status]} title={fullLabel}>
                {label}
              </ToneTag>
            )
          },
        }}
        toolbar={can('stage:change-request:export') && <ExportButton entity={changeRequest} />}
        actions={actionsOf}
      />
      {change.dialogs}
    </>
  )
}
