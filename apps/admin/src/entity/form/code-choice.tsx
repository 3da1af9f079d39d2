import { Form, type FormInstance, Input, Radio } from 'antd'
import { ReferenceControl } from '../controls/reference-control.tsx'
import { WholeNumberItem } from './whole-number-item.tsx'
import { useT } from '../../shell/index.ts'

/** Which codes a form is about: numbers of one request, or a list of codes. */
export interface CodeChoice {
  how: 'numbers' | 'list'
  requestId?: number
  from?: number
  to?: number
  codes?: string
}

/** The codes of a pasted or scanned list, separated by white space or punctuation. */
export const splitCodes = (codes = ''): string[] => codes.split(/[\s,;\uff0c\uff1b]+/).filter(Boolean)

/** The chosen codes as the calls name them. */
export function namedCodesOf({ how, requestId = 0, from = 0, to = 0, codes }: CodeChoice) {
  return how === 'list' ? { codes: splitCodes(codes) } : { numbers: [{ requestId, from, to }] }
}

interface Props {
  form: FormInstance
  /** The name of a field in the reader's language. */
  label: (field: string) => string
}

/** The part of a form that names codes. */
export function CodeChoiceItems({ form, label }: Props) {
  const t = useT()
  const how = Form.useWatch('how', form) ?? 'numbers'
  const required = (name: string) => [
    { required: true, whitespace: true, message: t('error.required', { label: label(name) }) },
  ]
  return (
    <>
      <Form.Item name="how" label={t('certification.how')}>
        <Radio.Group
          options={(['numbers', 'list'] as const).map(value => ({ value, label: t(`certification.how.${value}`) }))}
        />
      </Form.Item>
      {how === 'list' ? (
        <Form.Item name="codes" label={label('codes')} rules={required('codes')} extra={t('certification.listHint')}>
          <Input.TextArea rows={5} spellCheck={false} className="tm-number" />
        </Form.Item>
      ) : (
        <>
          <Form.Item
            name="requestId"
            label={label('requestId')}
            rules={[{ required: true, message: t('error.required', { label: label('requestId') }) }]}
          >
            <ReferenceControl entity="code/request" />
          </Form.Item>
          <WholeNumberItem name="from" label={label('from')} required min={1} />
          <WholeNumberItem name="to" label={label('to')} required min={1} />
        </>
      )}
    </>
  )
}
