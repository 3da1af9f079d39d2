import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '@timbermark/client'
import { Alert, Button, Space } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { LoadingOrFailure } from '../../../entity/list/list-states.tsx'
import { ToneTag } from '../../../entity/values/tone-tag.tsx'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { RecoveryCodes } from './recovery-codes.tsx'
import { ProofDialog } from './proof-dialog.tsx'

/** The second factor of the current user: set up on a page of its own, managed here. */
export function SecondFactor() {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const navigate = useNavigate()
  const { user } = useSession()
  const [asking, setAsking] = useState<'renew' | 'remove'>()
  const [codes, setCodes] = useState<readonly string[]>()
  const { data, error, refetch } = useQuery({
    queryKey: ['second-factor', user.userId],
    queryFn: ({ signal }) => client.call('GET /system/user/profile/secondFactor', { signal }),
    staleTime: 0,
    meta: { silent: true },
  })
  if (!data) return <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 2 }} />
  if (!data.enabled)
    return (
      <>
        <p>{t('system.profile.factorOff')}</p>
        <Button
          type="primary"
          onClick={() => navigate(`/second-factor?back=${encodeURIComponent('/user/profile?tab=factor')}`)}
        >
          {t('system.profile.factorSet')}
        </Button>
      </>
    )
  return (
    <>
      <p>
        {t('system.profile.factorOn', { date: formatDateTime(data.since) })}{' '}
        <ToneTag tone={data.recoveryLeft > 2 ? 'success' : 'warning'}>
          {t('system.profile.factorLeft', { n: data.recoveryLeft })}
        </ToneTag>
      </p>
      {data.demanded ? <Alert type="info" showIcon title={t('system.profile.factorDemanded')} /> : null}
      <Space wrap className="tm-factor-buttons">
        <Button onClick={() => setAsking('renew')}>{t('system.profile.factorRenew')}</Button>
        <Button danger disabled={data.demanded} onClick={() => setAsking('remove')}>
          {t('system.profile.factorRemove')}
        </Button>
      </Space>
      {asking === 'renew' ? (
        <ProofDialog
          title={t('system.profile.factorRenew')}
          text={t('system.profile.factorRenewText')}
          ok={t('system.profile.factorRenew')}
          send={async ({ password }, headersFor) => {
            const body = { password }
            const headers = headersFor(body)
            const renewed = await client.call('POST /system/user/profile/secondFactor/recoveryCodes', { body, headers })
            setCodes(renewed.recoveryCodes)
            await refetch()
          }}
          onClose={() => setAsking(undefined)}
        />
      ) : asking === 'remove' ? (
        <ProofDialog
          danger
          withCode
          title={t('system.user.resetFactor')}
          text={t('system.profile.factorRemoveText')}
          ok={t('system.profile.factorRemove')}
          send={async (body, headersFor) => {
            await client.call('POST /system/user/profile/secondFactor/remove', { body, headers: headersFor(body) })
            feedback.done(t('system.profile.factorRemoved'))
            await refetch()
          }}
          onClose={() => setAsking(undefined)}
        />
      ) : null}
      {codes ? <RecoveryCodes codes={codes} onClose={() => setCodes(undefined)} /> : null}
    </>
  )
}
