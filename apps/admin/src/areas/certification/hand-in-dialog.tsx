import { useQuery } from '@tanstack/react-query'
import { queryKeys } from '@timbermark/client'
import { Alert, Form, Input, Radio, Select } from 'antd'
import { ReferenceControl } from '../../entity/controls/reference-control.tsx'
import { WholeNumberItem } from '../../entity/form/whole-number-item.tsx'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { useLabels } from './row-fields.tsx'
import { StepDialog } from './step-dialog.tsx'
import { searchOptions } from '../../entity/controls/search-options.ts'

/** The initial values of the dialog: code values, or serials of a request. */
export interface HandInStart {
  codes?: readonly string[]
  requestId?: number
  /** First serial, 1 by default, and the last. */
  from?: number
  count?: number
}

type HandInMode = 'authorize' | 'submit'

interface HandInForm {
  way: HandInMode
  certifierId?: number
  how: 'numbers' | 'list'
  requestId?: number
  from?: number
  to?: number
  codes?: string
}

/** The codes in the form of the call. */
const toCodes = ({ how, requestId, from, to, codes = '' }: HandInForm) =>
  how === 'list'
    ? { codes: codes.split(/[\s,;\uff0c\uff1b]+/).filter(Boolean) }
    : { numbers: [{ requestId: requestId ?? 0, from: from ?? 0, to: to ?? 0 }] }

/** Authorizes a third party for codes, or submits them for the enterprise's own review. */
export function HandInDialog({ start, onClose }: { start: HandInStart; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const { can } = useSession()
  const { label, needed } = useLabels()
  const [form] = Form.useForm<HandInForm>()
  const modes = (['authorize', 'submit'] as const).filter(mode => can(`certification:authorization:${mode}`))
  const mode = Form.useWatch('way', form) ?? modes[0]
  const how = Form.useWatch('how', form)
  const choiceRule = (name: string) => [{ required: true, message: t('error.required', { label: label(name) }) }]
  return (
    <StepDialog<HandInForm>
      form={form}
      title={t('certification.handIn')}
      ok={t('certification.handIn')}
      initial={{
        way: modes[0],
        how: start.codes ? 'list' : 'numbers',
        codes: start.codes?.join('\n'),
        requestId: start.requestId,
        from: start.from ?? 1,
        to: start.count,
      }}
      label={label}
      place={field => field.replace(/^numbers\.\d+\./, '')}
      onClose={onClose}
      send={(values, headersFor) => {
        const codes = toCodes(values)
        if (values.way === 'submit')
          return client.call('POST /certification/authorization/submit', { body: codes, headers: headersFor(codes) })
        const body = { ...codes, certifierId: values.certifierId ?? 0 }
        return client.call('POST /certification/authorization/authorize', { body, headers: headersFor(body) })
      }}
    >
      <Form.Item name="way" label={label('way')} extra={mode && t(`certification.wayHint.${mode}`)}>
        <Radio.Group options={modes.map(value => ({ value, label: t(`certification.way.${value}`) }))} />
      </Form.Item>
      {mode === 'authorize' && <CertifierField />}
      {mode === 'submit' && <SecondPersonHint />}
      <Form.Item name="how" label={label('how')}>
        <Radio.Group
          options={(['numbers', 'list'] as const).map(value => ({ value, label: t(`certification.how.${value}`) }))}
        />
      </Form.Item>
      {how === 'list' ? (
        <Form.Item name="codes" label={label('codes')} rules={needed('codes')} extra={t('certification.listHint')}>
          <Input.TextArea rows={4} spellCheck={false} className="tm-number" />
        </Form.Item>
      ) : (
        <>
          <Form.Item name="requestId" label={label('requestId')} rules={choiceRule('requestId')}>
            <ReferenceControl entity="code/request" />
          </Form.Item>
          <WholeNumberItem name="from" label={label('from')} required min={1} />
          <WholeNumberItem name="to" label={label('to')} required min={1} />
        </>
      )}
    </StepDialog>
  )
}

/** Says beforehand that an own review needs a second person, where there is none. */
function SecondPersonHint() {
  const t = useT()
  const client = useClient()
  const { data } = useQuery({
    queryKey: [...queryKeys.entity('certification/authorization'), 'reviewers'],
    queryFn: ({ signal }) => client.call('GET /certification/authorization/reviewers', { signal }),
    meta: { silent: true },
  })
  if (data?.others !== 0) return null
  return <Alert type="warning" showIcon title={t('certification.secondPerson')} className="tm-form-problems" />
}

/** Enterprises that certify for others. */
function CertifierField() {
  const t = useT()
  const client = useClient()
  const { label } = useLabels()
  const { data, isLoading } = useQuery({
    queryKey: [...queryKeys.entity('certification/authorization'), 'certifiers'],
    queryFn: ({ signal }) => client.call('GET /certification/authorization/certifiers', { signal }),
  })
  if (data?.length === 0)
    return <Alert type="warning" showIcon title={t('certification.noCertifiers')} className="tm-form-problems" />
  return (
    <Form.Item
      name="certifierId"
      label={label('certifierId')}
      rules={[{ required: true, message: t('error.required', { label: label('certifierId') }) }]}
    >
      <Select
        className="tm-full"
        loading={isLoading}
        placeholder={t('common.choose')}
        showSearch={searchOptions}
        options={(data ?? []).map(({ id, label }) => ({ value: id, label }))}
      />
    </Form.Item>
  )
}
