import { useQuery } from '@tanstack/react-query'
import { type AnswerTo, formatDateTime } from '@timbermark/client'
import { List } from 'antd'
import { ActionButton } from '../../../entity/actions/action-button.tsx'
import { LoadingOrFailure } from '../../../entity/list/list-states.tsx'
import { ToneTag } from '../../../entity/values/tone-tag.tsx'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../../shell/index.ts'

type MySession = AnswerTo<'GET /system/user/profile/sessions'>[number]

/** The sessions of the current user; each one but the current can be ended. */
export function Sessions() {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const { user } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['own-sessions', user.userId],
    queryFn: ({ signal }) => client.call('GET /system/user/profile/sessions', { signal }),
    staleTime: 0,
    meta: { silent: true },
  })
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 4 }} />
  const others = data.filter(session => !session.current)

  const end = (key: string, label: string, targets: readonly MySession[]) => ({
    key,
    label,
    danger: true,
    confirm: {
      title: t('system.profile.sessionEndTitle'),
      text: t('system.profile.sessionEndText'),
      ok: t('system.profile.sessionEnd'),
    },
    run: async () => {
      const ids = targets.map(session => session.id).join(',')
      await client.call('DELETE /system/user/profile/sessions/:ids', { params: { ids } }).finally(() => refetch())
      feedback.done(t('system.profile.sessionEnded'))
    },
  })
  return (
    <>
      <p>{t('system.profile.sessionsLead')}</p>
      <List
        dataSource={data}
        rowKey="id"
        renderItem={session => (
          <List.Item
            actions={
              session.current
                ? []
                : [
                    <ActionButton
                      key="end"
                      action={end('end', t('system.profile.sessionEnd'), [session])}
                      size="small"
                    />,
                  ]
            }
          >
            <List.Item.Meta
              title={
                <>
                  {[session.browser, session.os].filter(Boolean).join(' · ') || '–'}{' '}
                  {session.current ? <ToneTag tone="success">{t('system.profile.sessionThis')}</ToneTag> : null}
                </>
              }
              description={
                <>
                  {[session.loginLocation, session.ipaddr].filter(Boolean).join(' · ')}
                  <br />
                  {t('system.profile.sessionSince', {
                    from: formatDateTime(session.loginTime),
                    seen: formatDateTime(session.lastSeen),
                  })}
                </>
              }
            />
          </List.Item>
        )}
      />
      {others.length > 1 ? (
        <ActionButton action={end('endOthers', t('system.profile.sessionEndOthers'), others)} />
      ) : null}
    </>
  )
}
