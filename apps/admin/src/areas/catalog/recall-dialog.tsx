import { requiredRule } from '../../entity/form/required-rule.ts'
import { useQueryClient } from '@tanstack/react-query'
import { formatNumber, queryKeys } from '@timbermark/client'
import { recall, recallReports, recalls } from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import { Form, Radio } from 'antd'
import { ReferenceControl } from '../../entity/controls/reference-control.tsx'
import { DialogForm } from '../../entity/dialogs/dialog-form.tsx'
import { NameItem } from '../../entity/form/name-item.tsx'
import { namesToSend, type NamesInForm } from '../../entity/form/multilingual-fields.ts'
import { splitCodes } from '../../entity/controls/read-code.ts'
import { useRefresh } from '../../entity/use-entity.ts'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { placeOfCodes, WhichCodes } from '../../entity/dialogs/which-codes.tsx'
import { useClient, useT } from '../../shell/index.ts'

/** The initial values of the dialog: a batch, or codes chosen elsewhere. */
export interface RecallStart {
  batchId?: number
  codes?: readonly string[]
  /** A range of codes by its first and last code. */
  row?: { first: string; last: string }
}

const sources = ['batch', 'list', 'row', 'request'] as const
type CodeSource = (typeof sources)[number]

const publicTexts = ['reason', 'advice', 'contact'] as const

interface RecallForm extends NamesInForm<(typeof publicTexts)[number]> {
  how: CodeSource
  batchId?: number
  list?: string
  first?: string
  last?: string
  requestIds?: number
  reports: (typeof recallReports)[number]
}

const bodyOf = (values: RecallForm) => {
  const { how, batchId, list = '', first = '', last = '', requestIds, reports } = values
  return {
    ...(how === 'batch' ? { batchId: batchId ?? null } : {}),
    codes: how === 'list' ? splitCodes(list) : [],
    ranges: how === 'row' ? [{ first: first.trim(), last: last.trim() }] : [],
    requestIds: how === 'request' && requestIds ? [requestIds] : [],
    ...namesToSend(publicTexts, values),
    reports,
  }
}

/** Declares a recall: which goods, what is wrong, what to do and whom to contact, in the words that the public reads. */
export function RecallDialog({ start, onClose }: { start: RecallStart; onClose: () => void }) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const queries = useQueryClient()
  const refresh = useRefresh(recalls)
  const [form] = Form.useForm<RecallForm>()
  const how = Form.useWatch('how', form)
  // The list's column `codes` is a number; in this dialog it is the codes themselves.
  const label = (name: string) => (name === 'codes' ? t('field.codes') : pathLabel(t, name, 'catalog.recall'))
  const hintOf = (name: (typeof publicTexts)[number]) =>
    name === 'advice' ? undefined : t(`catalog.recall.${name}Hint`)
  const required = (name: string) => [
    requiredRule(t('error.required', { label: label(name) }), name !== 'batchId' && name !== 'requestIds'),
  ]

  const send = async (values: RecallForm, headersFor: (body: object) => Record<string, string>) => {
    const body = bodyOf(values)
    const { codes } = await client.call('POST /catalog/recall/declare', { body, headers: headersFor(body) })
    feedback.done(
      codes === null
        ? t('catalog.recall.declared')
        : t('catalog.recall.declaredCodes', { n: formatNumber(codes, t.language) }),
    )
    await Promise.all([
      refresh(),
      queries.invalidateQueries({ queryKey: queryKeys.entity('code/qr') }),
      queries.invalidateQueries({ queryKey: queryKeys.entity('catalog/batch') }),
    ])
  }

  return (
    <DialogForm<RecallForm>
      form={form}
      title={t('catalog.recall.declareTitle')}
      ok={t('action.declare')}
      danger
      hint={t('catalog.recall.publicHint')}
      initial={{
        how: start.row ? 'row' : start.codes ? 'list' : 'batch',
        batchId: start.batchId,
        list: start.codes?.join('\n'),
        ...start.row,
        reports: 'refuse',
      }}
      label={label}
      place={placeOfCodes}
      onClose={onClose}
      send={send}
      ask={(_, save) =>
        feedback.ask({
          title: t('catalog.recall.askTitle'),
          text: t('catalog.recall.askText'),
          ok: t('action.declare'),
          danger: true,
          run: save,
        })
      }
    >
      <Form.Item name="how" label={t('catalog.recall.how')}>
        <Radio.Group options={sources.map(value => ({ value, label: t(`catalog.recall.how.${value}`) }))} />
      </Form.Item>
      {how === 'batch' && (
        <Form.Item name="batchId" label={label('batchId')} rules={required('batchId')}>
          <ReferenceControl entity="catalog/batch" />
        </Form.Item>
      )}
      <WhichCodes
        how={how}
        label={label}
        needed={required}
        listHint={t('catalog.recall.listHint')}
        rowHint={t('catalog.recall.rowHint')}
      />
      {how === 'request' && (
        <Form.Item name="requestIds" label={label('requestIds')} rules={required('requestIds')}>
          <ReferenceControl entity="code/request" />
        </Form.Item>
      )}
      {publicTexts.map(name => (
        <NameItem key={name} name={name} field={recall.fields[name]} label={label(name)} hint={hintOf(name)} />
      ))}
      <Form.Item name="reports" label={label('reports')}>
        <Radio.Group options={recallReports.map(value => ({ value, label: t(`catalog.recall.reports.${value}`) }))} />
      </Form.Item>
    </DialogForm>
  )
}
