import { DeleteOutlined } from '@ant-design/icons'
import { formatNumber, issueText, readTypedNumber } from '@timbermark/client'
import { checkField, transferredVolume } from '@timbermark/contract'
import type { TransferSource } from '@timbermark/contract/calls'
import { compare, parseDecimal, decimalText, subtract } from '@timbermark/contract/decimals'
import { Button, Form } from 'antd'
import { NumberControl } from '../../../entity/controls/number-control.tsx'
import { ReferenceControl } from '../../../entity/controls/reference-control.tsx'
import { useT } from '../../../shell/index.ts'
import { SourceControl } from './source-control.tsx'

/** A line as the form has it. */
export interface LineValues {
  source?: TransferSource
  volume?: string
  toBatchId?: number
}

interface LineProps {
  /** Place in the list, from 0. */
  at: number
  /** Undefined for the only line. */
  onRemove: (() => void) | undefined
  onSource: () => void
}

/** One line of a transfer: wood of a batch, how much of it, and the batch that it goes to. */
export function TransferLineItem({ at, onRemove, onSource }: LineProps) {
  const t = useT()
  const form = Form.useFormInstance()
  const source = Form.useWatch(['lines', at, 'source'], form) as TransferSource | undefined
  const volume = Form.useWatch(['lines', at, 'volume'], form) as string | undefined
  const number = (text: string) => formatNumber(Number(text), t.language, { maximumFractionDigits: 6 })
  const required = (label: string) => [{ required: true, message: t('error.required', { label }) }]
  return (
    <fieldset className="tm-transfer-line">
      <legend>{t('material.transfer.line', { n: at + 1 })}</legend>
      <Form.Item
        name={[at, 'source']}
        label={t('material.transfer.source')}
        className="tm-transfer-source"
        rules={required(t('material.transfer.source'))}
      >
        <SourceControl onChosen={onSource} />
      </Form.Item>
      <Form.Item
        name={[at, 'volume']}
        label={t('material.transfer.volume')}
        required
        extra={source && <VolumeHint there={source.volume} volume={volume} number={number} />}
        rules={[
          {
            validator: (_, value: unknown) => {
              const issue = checkField('volume', transferredVolume, value)
              if (!issue) return Promise.resolve()
              return Promise.reject(new Error(issueText(t, issue, t('material.transfer.volume'))))
            },
          },
        ]}
      >
        <NumberControl exact unit="m3" read={text => readTypedNumber(text, t.language, transferredVolume)} />
      </Form.Item>
      {source && (
        <Button
          className="tm-transfer-all"
          onClick={() => form.setFields([{ name: ['lines', at, 'volume'], value: source.volume, errors: [] }])}
        >
          {t('material.transfer.takeAll')}
        </Button>
      )}
      <Form.Item
        name={[at, 'toBatchId']}
        label={t('material.transfer.target')}
        className="tm-transfer-target"
        rules={required(t('material.transfer.target'))}
      >
        <ReferenceControl entity="catalog/batch" path="/material/transfer/targets" />
      </Form.Item>
      {onRemove && (
        <Button
          type="text"
          danger
          className="tm-transfer-remove"
          icon={<DeleteOutlined />}
          aria-label={t('material.transfer.removeLine', { n: at + 1 })}
          onClick={onRemove}
        />
      )}
    </fieldset>
  )
}

/** What the batch has, and what stays in it. */
function VolumeHint({
  there,
  volume,
  number,
}: {
  there: string
  volume: string | undefined
  number: (text: string) => string
}) {
  const t = useT()
  const has = parseDecimal(there)
  const taken = parseDecimal(String(volume ?? ''))
  if (!has || !taken || taken.units <= 0n) return t('material.transfer.there', { volume: number(there) })
  if (compare(taken, has) > 0)
    return <span className="tm-transfer-beyond">{t('material.transfer.there', { volume: number(there) })}</span>
  return t('material.transfer.left', { volume: number(decimalText(subtract(has, taken))) })
}
