import { useQuery } from '@tanstack/react-query'
import type { AnswerTo } from '@timbermark/client'
import { type StageKey, stageAuthorization, stageKeys } from '@timbermark/contract'
import { Button, Checkbox, Drawer, Empty } from 'antd'
import { type KeyboardEvent, useState } from 'react'
import { useSendOnce } from '../../entity/form/use-send-once.ts'
import { useLeaveGuard } from '../../entity/form/use-leave-guard.ts'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useT } from '../../shell/index.ts'
import './stage.css'

type User = AnswerTo<'GET /stage/authorization/matrix'>[number]

/** Which field user may report which stage: all users and all stages, saved together. */
export function AuthorizationMatrix({ onClose }: { onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(stageAuthorization)
  const [changed, setChanged] = useState<ReadonlyMap<number, readonly StageKey[]>>(new Map())
  const { sending, inertProps, send } = useSendOnce()
  const leave = useLeaveGuard(changed.size > 0)
  const { data, error, refetch } = useQuery({
    queryKey: ['entity', 'stage/authorization', 'matrix'],
    queryFn: ({ signal }) => client.call('GET /stage/authorization/matrix', { signal }),
    refetchOnWindowFocus: false,
  })
  const stagesOf = (user: User) => changed.get(user.userId) ?? user.stages
  const set = (user: User, stages: readonly StageKey[]) => setChanged(new Map(changed).set(user.userId, stages))

  const save = () =>
    send(async () => {
      const users = [...changed].map(([userId, stages]) => ({ userId, stages: [...stages] }))
      await client.call('PUT /stage/authorization/matrix', { body: { users } })
      feedback.done(t('entity.saved'))
      leave.release()
      await refresh()
      onClose()
    })

  const title = t('stage.authorization.matrix')
  return (
    <Drawer
      open
      title={title}
      aria-label={title}
      size={1240}
      className="tm-drawer"
      closable={{ disabled: sending }}
      keyboard={!sending}
      mask={{ closable: changed.size === 0 }}
      onClose={() => leave.attempt(onClose)}
      footer={
        <div className="tm-drawer-foot">
          <Button disabled={sending} onClick={() => leave.attempt(onClose)}>
            {t('action.cancel')}
          </Button>
          <Button type="primary" loading={sending} disabled={changed.size === 0} onClick={save}>
            {t('action.save')}
          </Button>
        </div>
      }
    >
      <p className="tm-muted">{t('stage.authorization.matrixHint')}</p>
      {!data ? (
        <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 8 }} />
      ) : data.length === 0 ? (
        <Empty description={t('stage.authorization.noUsers')} />
      ) : (
        <div {...inertProps} className="tm-matrix">
          <table onKeyDown={moveFocus}>
            <thead>
              <tr>
                <th scope="col">{t('stage.authorization.userId')}</th>
                <th scope="col">{t('stage.authorization.all')}</th>
                {stageKeys.map((stage, n) => (
                  <th key={stage} scope="col" className="tm-matrix-stage">
                    <span>
                      {n + 1}. {t(`stage.${stage}`)}
                    </span>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {data.map(user => (
                <UserRow key={user.userId} user={user} stages={stagesOf(user)} onChange={stages => set(user, stages)} />
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Drawer>
  )
}

function UserRow({
  user,
  stages,
  onChange,
}: {
  user: User
  stages: readonly StageKey[]
  onChange: (stages: readonly StageKey[]) => void
}) {
  const t = useT()
  return (
    <tr>
      <th scope="row">{user.label}</th>
      <td>
        <Checkbox
          aria-label={`${user.label}: ${t('stage.authorization.all')}`}
          checked={stages.length === stageKeys.length}
          indeterminate={stages.length > 0 && stages.length < stageKeys.length}
          onChange={({ target }) => onChange(target.checked ? stageKeys : [])}
        />
      </td>
      {stageKeys.map(stage => (
        <td key={stage}>
          <Checkbox
            aria-label={`${user.label}: ${t(`stage.${stage}`)}`}
            checked={stages.includes(stage)}
            onChange={({ target }) =>
              onChange(stageKeys.filter(key => (key === stage ? target.checked : stages.includes(key))))
            }
          />
        </td>
      ))}
    </tr>
  )
}

const arrowSteps: Readonly<Record<string, readonly [row: number, column: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
}

/** Arrow keys move between the checkboxes: with Tab alone the last one is hundreds of key presses away. */
function moveFocus(event: KeyboardEvent<HTMLTableElement>) {
  const step = arrowSteps[event.key]
  const cell = (event.target as HTMLElement).closest('td')
  if (!step || !cell) return
  const row = cell.parentElement as HTMLTableRowElement
  const rows = [...event.currentTarget.tBodies[0]!.rows]
  const next = rows[rows.indexOf(row) + step[0]]?.cells[cell.cellIndex + step[1]]?.querySelector('input')
  if (!next) return
  event.preventDefault()
  next.focus()
}
