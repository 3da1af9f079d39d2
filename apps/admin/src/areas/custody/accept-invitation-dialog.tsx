import { useQueryClient } from '@tanstack/react-query'
import { formatNumber, queryKeys } from '@timbermark/client'
import { Form } from 'antd'
import { canLookUp } from '../../entity/actions/permissions.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { ReferenceControl } from '../../entity/controls/reference-control.tsx'
import { DialogForm } from '../../entity/dialogs/dialog-form.tsx'
import type { Row } from '../../entity/types.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { InvitationContents } from './invitation-contents.tsx'

interface AcceptForm {
  productId?: number
}

/** Accepts an invitation to report stages; the goods stay with their holder. */
export function AcceptInvitationDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const queries = useQueryClient()
  const { permissions } = useSession()
  const [form] = Form.useForm<AcceptForm>()
  return (
    <DialogForm<AcceptForm>
      form={form}
      title={t('custody.invitation.acceptTitle', { goods: String(row.goods) })}
      ok={t('custody.invitation.accept')}
      hint={t('custody.invitation.acceptHint')}
      initial={{}}
      label={field => t.from(`custody.invitation.${field}`)}
      onClose={onClose}
      send={async ({ productId }, headersFor) => {
        const body = { productId: productId ?? null }
        const accepted = await client.call('PUT /custody/invitation/:id/accept', {
          params: { id: row.id },
          body,
          headers: headersFor(body),
        })
        feedback.done(
          t('custody.invitation.accepted', {
            n: formatNumber(accepted.codes, t.language),
            batch: accepted.batchNumber,
          }),
        )
        await Promise.all(
          (['custody/invitation', 'catalog/batch', 'catalog/product', 'code/request'] as const).map(key =>
            queries.invalidateQueries({ queryKey: queryKeys.entity(key) }),
          ),
        )
      }}
    >
      <InvitationContents row={row} />
      {canLookUp('catalog/product', permissions) && (
        <Form.Item
          name="productId"
          label={t('custody.invitation.productId')}
          extra={t('custody.invitation.productHint')}
        >
          <ReferenceControl entity="catalog/product" />
        </Form.Item>
      )}
    </DialogForm>
  )
}
