import { formatDateTime } from '@timbermark/client'
import { loginLog } from '@timbermark/contract'
import { canUse } from '../../entity/actions/permissions.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { LogScreen } from './log-screen.tsx'

/** Sign-ins and sign-outs; an account locked after too many attempts can be unlocked here. */
export default function LoginLogScreen() {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const { permissions } = useSession()
  const mayUnlock = canUse(loginLog, 'unlock', permissions)
  return (
    <LogScreen
      entity={loginLog}
      nameOf={row => `${row.userName} · ${formatDateTime(row.loginTime)}`}
      rowActions={row =>
        mayUnlock
          ? [
              {
                key: 'unlock',
                label: t('action.unlock'),
                confirm: {
                  title: t('monitor.logininfor.unlockTitle', { name: String(row.userName) }),
                  text: t('monitor.logininfor.unlockText'),
                  ok: t('action.unlock'),
                },
                run: async () => {
                  await client.call('POST /monitor/logininfor/unlock/:userName', {
                    params: { userName: String(row.userName) },
                  })
                  feedback.done(t('monitor.logininfor.unlocked', { name: String(row.userName) }))
                },
              },
            ]
          : []
      }
    />
  )
}
