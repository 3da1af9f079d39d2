import { formatNumber, type Translate } from '@timbermark/client'
import { Form, Input } from 'antd'
import { useT } from '../../shell/index.ts'
import './certification.css'

/** A range of codes by its first and last code. */
export interface CodeRow {
  first: string
  last: string
}

/** The codes of a listed row. */
export const toCodeRow = (row: { firstCode: string | null; lastCode: string | null }): CodeRow => ({
  first: row.firstCode ?? '',
  last: row.lastCode ?? '',
})

/** A summary of a row for the head of a dialog: owner, product, batch and number of codes. */
export const describeRow = (
  t: Translate,
  row: { productName: string; batchNumber: string; codes: number },
  owner?: string,
): string =>
  [owner, row.productName, row.batchNumber, t('certification.codeCount', { n: formatNumber(row.codes, t.language) })]
    .filter(Boolean)
    .join(' · ')

/** Labels of the area, and the rule of a required field. */
export function useLabels() {
  const t = useT()
  const label = (name: string) => t.from(`certification.${name}`)
  const needed = (name: string) => [
    { required: true, whitespace: true, message: t('error.required', { label: label(name) }) },
  ]
  return { t, label, needed }
}

/** First and last code of the step: the complete row, or a part of it. */
export function RowFields() {
  const { t, label, needed } = useLabels()
  return (
    <div className="tm-code-ends">
      <Form.Item name="first" label={label('first')} rules={needed('first')}>
        <Input autoComplete="off" spellCheck={false} className="tm-number" />
      </Form.Item>
      <Form.Item name="last" label={label('last')} rules={needed('last')} extra={t('certification.partHint')}>
        <Input autoComplete="off" spellCheck={false} className="tm-number" />
      </Form.Item>
    </div>
  )
}

/** The reason, with its maximum length. */
export function ReasonField({ required }: { required: boolean }) {
  const { t, label, needed } = useLabels()
  return (
    <Form.Item
      name="reason"
      label={label('reason')}
      required={required}
      rules={[
        ...(required ? needed('reason') : []),
        { max: reasonLength, message: t('error.tooLong', { label: label('reason'), max: reasonLength }) },
      ]}
    >
      <Input.TextArea rows={3} />
    </Form.Item>
  )
}

const reasonLength = 500
