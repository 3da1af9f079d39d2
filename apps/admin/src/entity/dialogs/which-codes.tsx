import { Form, type FormRule, Input } from 'antd'

interface WhichCodesProps {
  /** `list`: one by one; `row`: the first and the last code of a range; anything else shows no field. */
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

/** Form field for a refused field of the body. */
export const placeOfCodes = (field: string) =>
  field === 'codes' || field.startsWith('codes.') ? 'list' : field.replace(/^ranges\.\d+\./, '')
