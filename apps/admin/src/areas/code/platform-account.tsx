import { useQuery } from '@tanstack/react-query'
import { can } from '@timbermark/client'
import { Alert } from 'antd'
import { Link } from 'react-router'
import { useClient, useSession, useT } from '../../shell/index.ts'

interface MessagingAccount {
  account: 'none' | 'off' | 'noKey' | 'ready'
  miniAppId: string
}

const noticePhrases = {
  none: 'code.platform-request.needsAccount',
  off: 'code.platform-request.accountOff',
  noKey: 'code.platform-request.needsKey',
} as const

/** The state of the account at the messaging platform; undefined while loading. */
export function useMessagingAccount(): MessagingAccount | undefined {
  const client = useClient()
  const { permissions } = useSession()
  const { data } = useQuery({
    queryKey: ['entity', 'wechat/account', 'standing'],
    queryFn: ({ signal }) => client.call('GET /code/platform-request/account', { signal }),
    enabled: can(permissions, ['code:platform-request:list']),
    staleTime: 0,
  })
  return data
}

/** What must be set up before codes can be applied for. */
export function MessagingAccountNotice({ account }: { account: MessagingAccount | undefined }) {
  const t = useT()
  const { permissions } = useSession()
  if (!account || account.account === 'ready') return null
  return (
    <Alert
      className="tm-notice-above"
      type="info"
      showIcon
      title={t(noticePhrases[account.account])}
      description={
        can(permissions, ['wechat:account:edit']) ? (
          <Link to="/wechat/account">{t('code.platform-request.toAccount')}</Link>
        ) : (
          t('code.platform-request.askAdmin')
        )
      }
    />
  )
}
