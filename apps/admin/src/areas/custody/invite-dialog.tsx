import { invitation } from '@timbermark/contract'
import { Input } from 'antd'
import { useClient, useT } from '../../shell/index.ts'
import { InvitationDialog } from './invitation-dialog.tsx'

/** Invites another enterprise to report stages about goods that stay in the own custody. */
export function InviteDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const client = useClient()
  return (
    <InvitationDialog
      entity={invitation}
      phrases="custody.invitation"
      party={{
        field: 'partner',
        label: t('custody.invitation.partnerCode'),
        hint: t('custody.invitation.partnerHint'),
        isText: true,
        control: <Input maxLength={20} spellCheck={false} autoComplete="off" />,
      }}
      invite={({ partner = '' }, invited, headersFor) => {
        const body = { partner, ...invited }
        return client.call('POST /custody/invitation', { body, headers: headersFor(body) })
      }}
      onClose={onClose}
    />
  )
}
