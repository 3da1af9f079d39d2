import { UserAddOutlined } from '@ant-design/icons'
import { type AnswerTo, formatDateTime } from '@timbermark/client'
import { Button, Modal } from 'antd'
import { useState } from 'react'
import { ActionButton } from '../../../entity/actions/action-button.tsx'
import { Copyable } from '../../../entity/values/long-text.tsx'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { useClient, useT } from '../../../shell/index.ts'

/** Creates a link for registering with this enterprise, and withdraws all such links. */
export function InviteUser() {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const [invitation, setInvitation] = useState<AnswerTo<'POST /system/user/invitation'>>()
  const close = () => setInvitation(undefined)
  return (
    <>
      <ActionButton
        action={{
          key: 'invite',
          label: t('system.user.invite'),
          icon: <UserAddOutlined />,
          run: async () =>
            setInvitation(await client.call('POST /system/user/invitation', { allowDoubleSubmit: true })),
        }}
      />
      {invitation ? (
        <Modal
          open
          title={t('system.user.invite')}
          onCancel={close}
          footer={
            <>
              <ActionButton
                action={{
                  key: 'withdraw',
                  label: t('system.user.withdrawInvitations'),
                  danger: true,
                  confirm: {
                    title: t('system.user.withdrawInvitations'),
                    text: t('system.user.withdrawInvitationsText'),
                    ok: t('action.withdraw'),
                  },
                  run: async () => {
                    await client.call('DELETE /system/user/invitation', { allowDoubleSubmit: true })
                    close()
                    feedback.done(t('system.user.invitationsWithdrawn'))
                  },
                }}
              />
              <Button type="primary" onClick={close}>
                {t('action.close')}
              </Button>
            </>
          }
        >
          <p>{t('system.user.inviteText', { date: formatDateTime(invitation.until) })}</p>
          <Copyable text={`${location.origin}/register?invitation=${encodeURIComponent(invitation.invitation)}`} />
        </Modal>
      ) : null}
    </>
  )
}
