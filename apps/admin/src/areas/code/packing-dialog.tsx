import { DialogForm } from '../../entity/dialogs/dialog-form.tsx'
import { placeOfCodes, WhichCodes } from '../../entity/dialogs/which-codes.tsx'
import { useQueryClient } from '@tanstack/react-query'
import { formatNumber, queryKeys } from '@timbermark/client'
import { limits, packing } from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import { Checkbox, Form, Input, Radio } from 'antd'
import { DayControl } from '../../entity/controls/day-control.tsx'
import { readRule } from '../../entity/form/read-rule.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { readCode, splitCodes } from '../../entity/controls/read-code.ts'
import { useClearableInput } from '../../entity/controls/use-clearable.tsx'

/** The initial values of the dialog. */
export interface PackingStart {
  verb: 'pack' | 'unpack'
  parentCode?: string
  codes?: readonly string[]
  /** The first and the last code of a range. */
  row?: { first: string; last: string }
}

type CodeSource = 'list' | 'row' | 'all'

interface PackingForm {
  parentCode?: string
  how: CodeSource
  list?: string
  first?: string
  last?: string
  operator: string
  time: string
  repack?: boolean
  reason?: string
}

/** The codes in the form of the call. */
function toCodes({ how, list = '', first = '', last = '' }: PackingForm) {
  return {
    codes: how === 'list' ? splitCodes(list) : [],
    ranges: how === 'row' ? [{ first: readCode(first), last: readCode(last) }] : [],
  }
}

/** Packs codes into a package or container, or unpacks them. */
export function PackingDialog({ start, onClose }: { start: PackingStart; onClose: () => void }) {
  const t = useT()
  const clearableInput = useClearableInput()
  const feedback = useFeedback()
  const { user } = useSession()
  const [form] = Form.useForm<PackingForm>()
  const how = Form.useWatch('how', form)
  const repack = Form.useWatch('repack', form)
  const isPacking = start.verb === 'pack'
  // The list's column `codes` is a number; in this dialog it is the codes themselves.
  const label = (name: string) => (name === 'codes' ? t('field.codes') : pathLabel(t, name, 'code.packing'))
  const requiredRule = (name: string) => [
    { required: true, whitespace: true, message: t('error.required', { label: label(name) }) },
  ]

  const sendAndRefresh = usePackingCall(isPacking)
  /** Unpacking everything needs a confirmation. */
  const confirmAll = (values: PackingForm, save: () => Promise<unknown>) =>
    values.how === 'all'
      ? feedback.ask({
          title: t('code.packing.confirmAll', { code: readCode(values.parentCode ?? '') }),
          text: t('code.packing.confirmAllText'),
          ok: t('action.unpack'),
          danger: true,
          run: save,
        })
      : save()

  const sources: CodeSource[] = isPacking ? ['list', 'row'] : ['list', 'row', 'all']
  return (
    <DialogForm<PackingForm>
      form={form}
      title={t(isPacking ? 'code.packing.packTitle' : 'code.packing.unpackTitle')}
      ok={t(isPacking ? 'action.pack' : 'action.unpack')}
      initial={{
        parentCode: start.parentCode,
        how: start.row ? 'row' : 'list',
        first: start.row?.first,
        last: start.row?.last,
        list: start.codes?.join('\n'),
        operator: user?.nickName ?? '',
        time: new Date().toISOString(),
      }}
      label={label}
      place={placeOfCodes}
      onClose={onClose}
      send={sendAndRefresh}
      ask={confirmAll}
    >
      <Form.Item
        name="parentCode"
        label={t(isPacking ? 'code.packing.into' : 'code.packing.outOf')}
        rules={isPacking || how === 'all' ? requiredRule('parentCode') : []}
        required={isPacking || how === 'all'}
      >
        <Input
          placeholder={t('code.packing.parentCode')}
          autoComplete="off"
          spellCheck={false}
          allowClear={clearableInput}
        />
      </Form.Item>
      <Form.Item name="how" label={t('code.packing.how')}>
        <Radio.Group options={sources.map(value => ({ value, label: t(`code.packing.how.${value}`) }))} />
      </Form.Item>
      <WhichCodes
        how={how}
        label={label}
        needed={requiredRule}
        listHint={t('code.packing.listHint')}
        rowHint={t('code.packing.rowHint')}
      />
      <Form.Item name="operator" label={label('operator')} rules={requiredRule('operator')}>
        <Input maxLength={50} />
      </Form.Item>
      <Form.Item
        name="time"
        label={label('time')}
        rules={[{ required: true, message: t('error.required', { label: label('time') }) }, readRule(t, label('time'))]}
      >
        <DayControl time />
      </Form.Item>
      {isPacking && (
        <Form.Item name="repack" valuePropName="checked" extra={t('code.packing.repackHint')}>
          <Checkbox>{t('code.packing.repack')}</Checkbox>
        </Form.Item>
      )}
      {(!isPacking || repack) && (
        <Form.Item
          name="reason"
          label={label('reason')}
          rules={[
            ...requiredRule('reason'),
            { max: limits.remark, message: t('error.tooLong', { label: label('reason'), max: limits.remark }) },
          ]}
        >
          <Input.TextArea rows={2} />
        </Form.Item>
      )}
    </DialogForm>
  )
}

/** Sends the form as a packing or an unpacking, and refreshes what shows the codes. */
function usePackingCall(isPacking: boolean) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const queries = useQueryClient()
  const refresh = useRefresh(packing)

  const send = async (values: PackingForm, headersFor: (body: object) => Record<string, string>) => {
    const common = { operator: values.operator, time: values.time, ...toCodes(values) }
    const parentCode = values.parentCode && readCode(values.parentCode)
    if (isPacking) {
      const body = {
        ...common,
        parentCode: parentCode ?? '',
        repack: values.repack === true,
        ...(values.repack ? { reason: values.reason } : {}),
      }
      const { packed } = await client.call('POST /code/packing/pack', { body, headers: headersFor(body) })
      feedback.done(t('code.packing.packed', { n: formatNumber(packed, t.language) }))
      return
    }
    const body = { ...common, ...(parentCode ? { parentCode } : {}), reason: values.reason ?? '' }
    const { unpacked } = await client.call('POST /code/packing/unpack', { body, headers: headersFor(body) })
    feedback.done(t('code.packing.unpacked', { n: formatNumber(unpacked, t.language) }))
  }

  return async (...args: Parameters<typeof send>) => {
    await send(...args)
    await Promise.all([refresh(), queries.invalidateQueries({ queryKey: queryKeys.entity('code/qr') })])
  }
}
