import { LogoutOutlined } from '@ant-design/icons'
import { online, type RowOf } from '@timbermark/contract'
import { useState } from 'react'
import { ActionButton } from '../../entity/actions/action-button.tsx'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import { NoPermission } from '../../entity/list/list-states.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import '../../entity/entity.css'

type Session = RowOf<typeof online>

/** The current sessions; a session can be ended here. */
export default function OnlineScreen() {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(online)
  const { can } = useSession()
  const [selected, setSelected] = useState<readonly React.Key[]>([])
  if (!can('monitor:online:list')) return <NoPermission />
  const mayEnd = can('monitor:online:forceLogout')
  const mayEndSeveral = mayEnd && can('monitor:online:batchLogout')

  const end = async (tokenIds: readonly React.Key[]) => {
    await client.call('DELETE /monitor/online/:ids', { params: { ids: tokenIds.join(',') } })
    setSelected(keys => keys.filter(key => !tokenIds.includes(key)))
    feedback.done(t('monitor.online.ended', { n: tokenIds.length }))
    await refresh()
  }
  const endOne = (row: Session) => ({
    key: 'forceLogout',
    label: t('action.forceLogout'),
    danger: true,
    reason: row.current === true ? t('monitor.online.own') : undefined,
    confirm: {
      title: t('monitor.online.endTitle', { name: String(row.userName) }),
      text: t('monitor.online.endText'),
      ok: t('action.forceLogout'),
    },
    run: () => end([String(row.tokenId)]),
  })
  return (
    <EntityTable
      entity={online}
      rowKey="tokenId"
      selection={
        mayEndSeveral
          ? {
              keys: selected,
              // Ending the own session together with others would cut off the answer.
              onChange: (_, rows) =>
                setSelected(rows.filter(row => row.current !== true).map(row => String(row.tokenId))),
            }
          : undefined
      }
      cells={{
        userName: (row, plain) => (
          <span className="tm-side-by-side">
            {plain} {row.current === true && <ToneTag tone="success">{t('monitor.online.current')}</ToneTag>}
          </span>
        ),
      }}
      actions={mayEnd ? row => [endOne(row)] : undefined}
      toolbar={
        mayEndSeveral && (
          <ActionButton
            action={{
              key: 'batchLogout',
              label: t('monitor.online.endSelected', { n: selected.length }),
              icon: <LogoutOutlined />,
              danger: true,
              reason: selected.length === 0 ? t('entity.selectFirst') : undefined,
              confirm: {
                title: t('monitor.online.endSeveral', { n: selected.length }),
                text: t('monitor.online.endText'),
                ok: t('action.forceLogout'),
              },
              run: () => end(selected),
            }}
          />
        )
      }
    />
  )
}
