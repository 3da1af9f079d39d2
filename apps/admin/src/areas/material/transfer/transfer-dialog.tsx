import { PlusOutlined } from '@ant-design/icons'
import { formatNumber } from '@timbermark/client'
import { transfer } from '@timbermark/contract'
import { decimalText, parseDecimal, add as sum } from '@timbermark/contract/decimals'
import { Button, Form } from 'antd'
import { useFeedback } from '../../../entity/actions/use-feedback.ts'
import { DialogForm } from '../../../entity/dialogs/dialog-form.tsx'
import { FieldItem } from '../../../entity/form/field-item.tsx'
import { useRefresh } from '../../../entity/use-entity.ts'
import { useClient, useT } from '../../../shell/index.ts'
import { type LineValues, TransferLineItem } from './transfer-line-item.tsx'
import './transfer.css'

interface TransferForm {
  happenedAt: string
  remark?: string
  lines: LineValues[]
}

/** Lines of one transfer that a person still overlooks. */
const mostShownLines = 20

/** Moves wood between batches: several lines merge batches or split one. */
export function TransferDialog({ onClose }: { onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const refresh = useRefresh(transfer)
  const [form] = Form.useForm<TransferForm>()
  const lines = (Form.useWatch('lines', form) ?? []) as (LineValues | undefined)[]
  const volumes = lines.flatMap(line => parseDecimal(String(line?.volume ?? '')) ?? [])
  const number = (text: string) => formatNumber(Number(text), t.language, { maximumFractionDigits: 6 })
  const label = (field: string) => t.from(`material.transfer.${field.replace(/^lines\.\d+\./, '')}`)
  return (
    <DialogForm<TransferForm>
      form={form}
      width={760}
      title={t('material.transfer.add')}
      ok={t('material.transfer.add')}
      hint={t('material.transfer.addHint')}
      initial={{ happenedAt: new Date().toISOString(), lines: [{}] }}
      // What the wood is, is one field here.
      place={field => field.replace(/^(lines\.\d+)\.(fromBatchId|species|form)$/, '$1.source')}
      label={label}
      onClose={onClose}
      send={async ({ happenedAt, remark, lines }, headersFor) => {
        const body = {
          happenedAt,
          remark: remark?.trim() || null,
          lines: lines.map(({ source, toBatchId, volume }) => ({
            fromBatchId: source!.batch.id,
            species: source!.species,
            form: source!.form,
            toBatchId: toBatchId!,
            volume: String(volume),
          })),
        }
        await client.call('POST /material/transfer', { body, headers: headersFor(body) })
        feedback.done(t('material.transfer.done', { volume: number(decimalText(sum(...volumes))) }))
        await refresh()
      }}
    >
      <Form.List name="lines">
        {(items, { add, remove }) => (
          <>
            {items.map(({ key, name }) => (
              <TransferLineItem
                key={key}
                at={name}
                onRemove={items.length > 1 ? () => remove(name) : undefined}
                // A line before says most likely where this one goes, too.
                onSource={() => {
                  const before = form.getFieldValue(['lines', name - 1, 'toBatchId']) as number | undefined
                  const here = form.getFieldValue(['lines', name, 'toBatchId']) as number | undefined
                  if (before !== undefined && here === undefined)
                    form.setFieldValue(['lines', name, 'toBatchId'], before)
                }}
              />
            ))}
            <div className="tm-transfer-foot">
              <Button
                type="dashed"
                icon={<PlusOutlined />}
                disabled={items.length >= mostShownLines}
                onClick={() => add({})}
              >
                {t('material.transfer.addLine')}
              </Button>
              {volumes.length > 1 && (
                <span className="tm-muted" role="status">
                  {t('material.transfer.total', { volume: number(decimalText(sum(...volumes))) })}
                </span>
              )}
            </div>
          </>
        )}
      </Form.List>
      <FieldItem entity={transfer} name="happenedAt" />
      <FieldItem entity={transfer} name="remark" />
    </DialogForm>
  )
}
