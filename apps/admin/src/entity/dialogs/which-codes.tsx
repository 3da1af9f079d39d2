import { Form, type FormRule, Input } from 'antd'

interface WhichCodesProps {
  /** One by one, or the first and the last of a row; anything else asks nothing here. */
  how: string | undefined
  label: (field: string) => string
  needed: (field: string) => FormRule[]
  listHint: string
  rowHint: string
}

/** Fields `list`, `first` and `last` of a form that names codes. */
export function WhichCodes({ how, label, needed, listHint, rowHint }: WhichCodesProps) {
  if (how === 'list')
    return (
      <Form.Item name="list" label={label('codes')} rules={needed('codes')} extra={listHint}>
        <Input.TextArea rows={4} spellCheck={false} className="tm-number" />
      </Form.Item>
    )
  if (how !== 'row') return null
  return (
    <>
      <Form.Item name="first" label={label('first')} rules={needed('first')}>
        <Input autoComplete="off" spellCheck={false} />
      </Form.Item>
      <Form.Item name="last" label={label('last')} rules={needed('last')} extra={rowHint}>
        <Input autoComplete="off" spellCheck={false} />
      </Form.Item>
    </>
  )
}

/** Where a refused field of the body stands in such a form. */
export const placeOfCodes = (field: string) =>
  field === 'codes' || field.startsWith('codes.') ? 'list' : field.replace(/^ranges\.\d+\./, '')
