import { formatNumber, type Translate } from '@timbermark/client'
import { Form, Input } from 'antd'
import { useT } from '../../shell/index.ts'

/** A row of codes by its first and last. */
export interface CodeRow {
  first: string
  last: string
}

/** The codes of a listed row. */
export const codesOf = (row: { firstCode: string | null; lastCode: string | null }): CodeRow => ({
  first: row.firstCode ?? '',
  last: row.lastCode ?? '',
})

/** What a listed row is about, so that nobody has to remember the row behind the dialog: whose goods, which, how many codes. */
export const aboutRow = (
  t: Translate,
  row: { productName: string; batchNumber: string; codes: number },
  owner?: string,
): string =>
  [owner, row.productName, row.batchNumber, t('certification.codeCount', { n: formatNumber(row.codes, t.language) })]
    .filter(Boolean)
    .join(' · ')

/** A label of the area, and the rule that its field is filled. */
export function useWords() {
  const t = useT()
  const label = (name: string) => t.from(`certification.${name}`)
  const needed = (name: string) => [
    { required: true, whitespace: true, message: t('error.required', { label: label(name) }) },
  ]
  return { t, label, needed }
}

/** First and last code of the row that a step is about: the whole row, or a part of it. */
export function RowFields() {
  const { t, label, needed } = useWords()
  return (
    <>
      <Form.Item name="first" label={label('first')} rules={needed('first')}>
        <Input autoComplete="off" spellCheck={false} className="tm-number" />
      </Form.Item>
      <Form.Item name="last" label={label('last')} rules={needed('last')} extra={t('certification.partHint')}>
        <Input autoComplete="off" spellCheck={false} className="tm-number" />
      </Form.Item>
    </>
  )
}

/** Why; with how much may be said. */
export function ReasonField({ required }: { required: boolean }) {
  const { t, label, needed } = useWords()
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
