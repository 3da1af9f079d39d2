import { useQuery } from '@tanstack/react-query'
import { ApiError, queryKeys } from '@timbermark/client'
import { type DisputeKind, disputeTextLength, isWordless, offer } from '@timbermark/contract'
import type { OfferDispute } from '@timbermark/contract/calls'
import { Alert, Form, Input, Modal, Radio } from 'antd'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { DialogForm } from '../../entity/dialogs/dialog-form.tsx'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { useRefresh } from '../../entity/use-entity.ts'
import { useClient, useT } from '../../shell/index.ts'
import { DisputeLines } from './dispute-lines.tsx'

interface DisputeForm {
  kind?: DisputeKind
  text?: string
}

/** The dispute about goods that were handed over: what both sides wrote, and what the own side may write now. */
export function DisputeDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.entity('custody/offer'), 'dispute', id],
    queryFn: ({ signal }) => client.call('GET /custody/offer/:id/dispute', { params: { id }, signal }),
    // The other side may have written since.
    staleTime: 0,
    gcTime: 0,
  })
  if (data && data.can.length > 0) return <WriteDialog id={id} dispute={data} onChanged={refetch} onClose={onClose} />
  return (
    <Modal open footer={null} title={data ? title(data) : t('custody.dispute')} onCancel={onClose}>
      {data ? (
        <>
          <Alert type="info" showIcon title={t('custody.dispute.hint')} className="tm-form-problems" />
          <DisputeLines dispute={data} />
        </>
      ) : (
        <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 4 }} />
      )}
    </Modal>
  )

  function title({ goods }: OfferDispute) {
    return t('custody.dispute.title', { goods })
  }
}

interface WriteProps {
  id: number
  dispute: OfferDispute
  /** Reads again what the other side wrote meanwhile. */
  onChanged: () => unknown
  onClose: () => void
}

function WriteDialog({ id, dispute, onChanged, onClose }: WriteProps) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(offer)
  const [form] = Form.useForm<DisputeForm>()
  const chosen = Form.useWatch('kind', form)
  const { can, seen } = dispute
  // What was chosen may no longer be possible after the other side has written.
  const possible = (one: DisputeKind | undefined) => can.find(other => other === one) ?? can[0]!
  const kind = possible(chosen)
  const label = (field: string) => t.from(`custody.dispute.${field}`)
  return (
    <DialogForm<DisputeForm>
      form={form}
      title={t('custody.dispute.title', { goods: dispute.goods })}
      ok={t(`custody.dispute.write.${kind}`)}
      hint={t('custody.dispute.hint')}
      initial={{ kind: can[0] }}
      label={label}
      onClose={onClose}
      send={async ({ kind: sent, text }, headersFor) => {
        // The form knows what was chosen a moment before the dialog is drawn with it.
        const body = { kind: possible(sent), text: text?.trim() ?? '', seen }
        try {
          await client.call('POST /custody/offer/:id/dispute', { params: { id }, body, headers: headersFor(body) })
        } catch (problem) {
          if (problem instanceof ApiError) await onChanged()
          throw problem
        }
        feedback.done(t('custody.dispute.sent'))
        await refresh()
      }}
    >
      <DisputeLines dispute={dispute} />
      <Form.Item name="kind" label={label('kind')} hidden={can.length === 1}>
        <Radio.Group options={can.map(value => ({ value, label: t(`custody.dispute.write.${value}`) }))} />
      </Form.Item>
      <Form.Item
        name="text"
        label={label('text')}
        dependencies={['kind']}
        rules={[
          {
            required: !isWordless(kind),
            whitespace: true,
            message: t('error.required', { label: label('text') }),
          },
        ]}
      >
        <Input.TextArea rows={4} maxLength={disputeTextLength} />
      </Form.Item>
    </DialogForm>
  )
}
