import { useQuery } from '@tanstack/react-query'
import { type AnswerTo, formatDateTime } from '@timbermark/client'
import { identifyPath } from '@timbermark/contract/pages'
import { Button, List } from 'antd'
import { ActionButton } from '../../../entity/actions/action-button.tsx'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { LoadingOrFailure } from '../../../entity/list/list-states.tsx'
import { useClient, useSession, useT } from '../../../shell/index.ts'

type Bound = AnswerTo<'GET /system/user/profile/identities'>[number]

const here = '/user/profile?tab=identities'

/** The identities of the messaging platform that sign the current user in; each binding can be undone. */
export function Identities() {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const { user } = useSession()
  const { data, error, refetch } = useQuery({
    queryKey: ['own-identities', user.userId],
    queryFn: async ({ signal }) => {
      const [bound, offer] = await Promise.all([
        client.call('GET /system/user/profile/identities', { signal }),
        client.call('GET /wechat/identity', { signal }),
      ])
      return { bound, offer }
    },
    staleTime: 0,
    meta: { silent: true },
  })
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 3 }} />
  const { bound, offer } = data
  const nameOf = (one: Bound) => one.nickname || t('shell.bind.unnamed')

  const undo = (one: Bound) => ({
    key: 'undo',
    label: t('shell.bind.undo'),
    danger: true,
    confirm: {
      title: t('shell.bind.undoTitle'),
      text: t('shell.bind.undoText', { name: nameOf(one) }),
      ok: t('shell.bind.undo'),
    },
    run: async () => {
      const params = { ids: String(one.id) }
      await client.call('DELETE /system/user/profile/identities/:ids', { params }).finally(() => refetch())
      feedback.done(t('shell.bind.undone'))
    },
  })
  return (
    <>
      <p>{t(bound.length === 0 ? 'shell.bind.none' : 'shell.bind.list', { account: user.userName })}</p>
      {bound.length > 0 ? (
        <List
          dataSource={bound}
          rowKey="id"
          renderItem={one => (
            <List.Item actions={[<ActionButton key="undo" action={undo(one)} size="small" />]}>
              <List.Item.Meta
                title={nameOf(one)}
                description={[
                  t('shell.bind.app', { app: one.appId }),
                  t('shell.bind.since', { date: formatDateTime(one.boundAt) }),
                  one.usedAt ? t('shell.bind.used', { date: formatDateTime(one.usedAt) }) : t('shell.bind.unused'),
                ].join(' · ')}
              />
            </List.Item>
          )}
        />
      ) : null}
      {offer.available && offer.inside ? (
        <Button type="primary" href={`${identifyPath}?redirect=${encodeURIComponent(here)}`}>
          {t('shell.bind.begin')}
        </Button>
      ) : (
        <p className="tm-muted">
          {offer.available ? t('shell.bind.inApp', { address: `${location.origin}/bind` }) : t('shell.bind.off')}
        </p>
      )}
    </>
  )
}
