import { MailOutlined } from '@ant-design/icons'
import { type AnswerTo, formatDateTime } from '@timbermark/client'
import { ActionButton } from '../../entity/actions/action-button.tsx'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { Facts } from './process-card.tsx'
import { useUnits } from './use-units.ts'

/** The state of mail to the operator, and a test mail. */
export function MailCard({ of: mail, onSent }: { of: AnswerTo<'GET /monitor/server'>['mail']; onSent: () => unknown }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const { can } = useSession()
  const { number } = useUnits()
  return (
    <section className="tm-mon-box">
      <h3>{t('monitor.server.mail')}</h3>
      {mail ? (
        <Facts
          rows={[
            [t('monitor.server.mail.to'), number(mail.to)],
            [t('monitor.server.mail.sent'), mail.sentAt ? formatDateTime(mail.sentAt) : t('monitor.server.mail.never')],
            [
              t('monitor.server.mail.failed'),
              mail.failedAt && mail.fault
                ? `${formatDateTime(mail.failedAt)} · ${t(`error.monitor.mail.${mail.fault}`)}`
                : '–',
            ],
            [t('monitor.server.mail.waiting'), number(mail.waiting)],
          ]}
        />
      ) : (
        <p className="tm-muted">{t('monitor.server.mail.off')}</p>
      )}
      {mail && can('monitor:server:mail') && (
        <div className="tm-mon-foot">
          <ActionButton
            size="small"
            action={{
              key: 'mail',
              label: t('monitor.server.mail.test'),
              icon: <MailOutlined />,
              run: async () => {
                const { to } = await client.call('POST /monitor/server/mail', {})
                feedback.done(t('monitor.server.mail.done', { n: to }))
                await onSent()
              },
            }}
          />
        </div>
      )}
    </section>
  )
}
