import { CheckCircleOutlined, StopOutlined, WarningOutlined } from '@ant-design/icons'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { queryKeys } from '@timbermark/client'
import { label, labelStates, nextState, type RowOf } from '@timbermark/contract'
import { Checkbox } from 'antd'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { type Action, ActionButton } from '../../entity/actions/action-button.tsx'
import { useCodeCell } from '../../entity/values/code-cell.tsx'
import { useAddressParam } from '../../entity/list/use-list-state.ts'
import { ExportButton } from '../../entity/list/export-button.tsx'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import { NoPermission } from '../../entity/list/list-states.tsx'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { LabelActDialog, type LabelActStart, labelActName, labelVerbs } from './label-act-dialog.tsx'
import { LabelStateTag } from '../../entity/values/label-state-tag.tsx'
import '../../entity/entity.css'
import './code.css'

type LabelRow = RowOf<typeof label>

const icons = { activate: <CheckCircleOutlined />, spoil: <StopOutlined />, lose: <WarningOutlined /> }

/** The labels by their state, in ranges, and the acts on them. */
export default function LabelLifeScreen() {
  const t = useT()
  const { can } = useSession()
  const code = useCodeCell()
  const [dialog, setDialog] = useState<LabelActStart>()
  // Opened from the search: `?act=spoil` with the labels as state.
  const [act, setAct] = useAddressParam('act')
  const { state } = useLocation()
  const verb = labelVerbs.find(one => one === act && can(`code:label:${one}`))
  const start = dialog ?? (verb && { ...(state as Partial<LabelActStart> | null), verb })
  if (!can('code:label:list')) return <NoPermission />
  const actionsOf = (listed: unknown): Action[] => {
    const row = listed as LabelRow
    return labelVerbs
      .filter(verb => can(`code:label:${verb}`) && nextState(labelStates, verb, row.state) !== undefined)
      .map(verb => ({
        key: verb,
        label: labelActName(t, verb),
        danger: verb === 'spoil' || verb === 'lose',
        run: () => setDialog({ verb, numbers: [{ requestId: row.requestId, from: row.from, to: row.to }] }),
      }))
  }
  return (
    <>
      <EntityTable
        entity={label}
        toolbar={
          <>
            {(['activate', 'spoil', 'lose'] as const).map(
              verb =>
                can(`code:label:${verb}`) && (
                  <ActionButton
                    key={verb}
                    type={verb === 'activate' ? 'primary' : undefined}
                    action={{
                      key: verb,
                      label: labelActName(t, verb),
                      icon: icons[verb],
                      danger: verb !== 'activate',
                      run: () => setDialog({ verb }),
                    }}
                  />
                ),
            )}
            {can('code:label:export') && <ExportButton entity={label} />}
          </>
        }
        above={<LabelRule />}
        cells={{
          state: row => <LabelStateTag state={row.state as LabelRow['state']} />,
          firstCode: code,
          lastCode: code,
        }}
        actions={actionsOf}
      />
      {start && (
        <LabelActDialog
          start={start}
          onClose={() => {
            setDialog(undefined)
            setAct(undefined)
          }}
        />
      )}
    </>
  )
}

/** Whether labels must be put in use before anything else names them. */
function LabelRule() {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const queries = useQueryClient()
  const queryKey = [...queryKeys.entity('code/label'), 'rule']
  const { data } = useQuery({ queryKey, queryFn: ({ signal }) => client.call('GET /code/label/rule', { signal }) })
  const change = useMutation({
    mutationFn: (mustActivate: boolean) => client.call('PUT /code/label/rule', { body: { mustActivate } }),
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  if (!data) return null
  return (
    <p>
      <Checkbox
        checked={data.mustActivate}
        disabled={!can('code:label:rule') || change.isPending}
        onChange={({ target }) => change.mutate(target.checked)}
      >
        {t('code.label.mustActivate')}
      </Checkbox>
      <br />
      <span className="tm-muted">{t('code.label.ruleText')}</span>
    </p>
  )
}
