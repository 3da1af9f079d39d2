import { supplierInvitation } from '@timbermark/contract'
import { ReferenceControl } from '../../entity/controls/reference-control.tsx'
import { useClient, useT } from '../../shell/index.ts'
import { InvitationDialog } from './invitation-dialog.tsx'

/** Invites an account of a supplier to report stages about goods. */
export function InviteSupplierDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const client = useClient()
  return (
    <InvitationDialog
      entity={supplierInvitation}
      phrases="custody.supplier-invitation"
      party={{
        field: 'accountId',
        label: t('custody.supplier-invitation.accountId'),
        hint: t('custody.supplier-invitation.accountHint'),
        isText: false,
        control: <ReferenceControl entity="system/user" path="/custody/supplier-invitation/suppliers" />,
      }}
      invite={({ accountId = 0 }, invited, headersFor) => {
        const body = { accountId, ...invited }
        return client.call('POST /custody/supplier-invitation', { body, headers: headersFor(body) })
      }}
      onClose={onClose}
    />
  )
}
