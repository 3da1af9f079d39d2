import { formatNumber, queryKeys } from '@timbermark/client'
import { useQueryClient } from '@tanstack/react-query'
import { images, maxReceiptPhotos, offer, receiptFileMegabytes, receiptPhotoTypes } from '@timbermark/contract'
import { Form, Input } from 'antd'
import { useState } from 'react'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { canLookUp } from '../../entity/actions/permissions.ts'
import { PendingUploads } from '../../entity/controls/pending-uploads.ts'
import { ReferenceControl } from '../../entity/controls/reference-control.tsx'
import { DialogForm } from '../../entity/dialogs/dialog-form.tsx'
import { FieldItem } from '../../entity/form/field-item.tsx'
import type { FileInfo, Row } from '../../entity/types.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { splitCodes } from '../../entity/form/code-choice.tsx'
import { OfferContents } from './offer-contents.tsx'

interface AcceptForm {
  productId?: number
  without?: string
  receivedVolume?: string
  receivedWeight?: string
  difference?: string
  photos?: FileInfo[]
}

const photosField = images({
  maxItems: maxReceiptPhotos,
  maxMegabytes: receiptFileMegabytes,
  types: receiptPhotoTypes,
})
const measured = { readonly: false } as const
const receivedFields = {
  receivedVolume: { ...offer.fields.receivedVolume, ...measured },
  receivedWeight: { ...offer.fields.receivedWeight, ...measured },
  difference: { ...offer.fields.difference, ...measured },
}

/** Takes offered goods over, wholly or without what did not arrive. */
export function AcceptDialog({ row, onClose }: { row: Row; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const queries = useQueryClient()
  const { permissions } = useSession()
  const [form] = Form.useForm<AcceptForm>()
  const [uploads, setUploads] = useState(0)
  return (
    <DialogForm<AcceptForm>
      form={form}
      title={t('custody.offer.acceptTitle', { goods: String(row.goods) })}
      ok={t('custody.offer.accept')}
      hint={t('custody.offer.acceptHint')}
      initial={{}}
      disabled={uploads > 0}
      place={field => field.replace(/^without\..*/, 'without')}
      label={field => t.from(`custody.offer.${field}`)}
      onClose={onClose}
      send={async ({ productId, without, receivedVolume, receivedWeight, difference, photos = [] }, headersFor) => {
        const codes = splitCodes(without)
        const body = {
          productId: productId ?? null,
          ...(codes.length > 0 && { without: { codes } }),
          receivedVolume: receivedVolume || null,
          receivedWeight: receivedWeight || null,
          difference: difference?.trim() || null,
          photos: photos.map(({ id }) => id),
        }
        const taken = await client.call('PUT /custody/offer/:id/accept', {
          params: { id: row.id },
          body,
          headers: headersFor(body),
        })
        feedback.done(
          t('custody.offer.accepted', { n: formatNumber(taken.codes, t.language), batch: taken.batchNumber }),
        )
        await Promise.all(
          (['custody/offer', 'catalog/batch', 'catalog/product', 'code/request'] as const).map(key =>
            queries.invalidateQueries({ queryKey: queryKeys.entity(key) }),
          ),
        )
      }}
    >
      <OfferContents id={row.id} />
      {canLookUp('catalog/product', permissions) && (
        <Form.Item name="productId" label={t('custody.offer.productId')} extra={t('custody.offer.productHint')}>
          <ReferenceControl entity="catalog/product" />
        </Form.Item>
      )}
      <Form.Item name="without" label={t('custody.offer.without')} extra={t('custody.offer.withoutHint')}>
        <Input.TextArea rows={2} spellCheck={false} className="tm-number" />
      </Form.Item>
      {(['receivedVolume', 'receivedWeight', 'difference'] as const).map(name => (
        <FieldItem key={name} entity={offer} name={name} field={receivedFields[name]} />
      ))}
      <PendingUploads value={change => setUploads(now => now + change)}>
        <FieldItem entity={offer} name="photos" field={photosField} hint={t('custody.offer.photosHint')} />
      </PendingUploads>
    </DialogForm>
  )
}
