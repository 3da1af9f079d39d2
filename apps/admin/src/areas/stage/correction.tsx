import { stageRecord } from '@timbermark/contract'
import { isAbsent, stageByKey, valueFields } from '@timbermark/contract/stages'
import { Alert, Form, Input } from 'antd'
import type { FormValues } from '../../entity/form/form-values.ts'
import { RecordDrawer } from '../../entity/form/record-drawer.tsx'
import type { Row } from '../../entity/types.ts'
import { useClient, useT } from '../../shell/index.ts'
import { type AgreedRequest, useRefreshRequests } from './change/agreed-request.ts'
import { toWirePosition, omitEmptyValues } from './entry-body.ts'
import { CommonItems, useRequiredRule, ValueItems } from './entry-fields.tsx'
import type { EntryValues } from './entry-values.ts'
import type { StageRecord } from './record-shape.ts'
import { usePlausibilityCheck } from './plausibility-check.tsx'
import './stage.css'

const reasonLength = 500

type Correction = Pick<EntryValues, 'documentCode' | 'operator' | 'time' | 'position' | 'values'> & { reason: string }

/** The current version of the record as form values. */
function toFormValues(row: Row | undefined): FormValues {
  const record = row as StageRecord
  const { longitude, latitude } = record
  return {
    documentCode: record.documentCode,
    operator: record.operator,
    time: record.time,
    position: longitude === null || latitude === null ? undefined : [String(longitude), String(latitude)],
    values: Object.fromEntries(
      record.values.filter(({ value }) => !isAbsent(value)).map(({ key, value }) => [key, value]),
    ),
  }
}

/** What the reporter says would be right, as form values. */
function proposedValues(row: Row | undefined, request: AgreedRequest): FormValues {
  const { change } = row as StageRecord
  const { values, ...head } = (change?.id === request.id && change.proposed) || {}
  return { ...head, values }
}

/** The form filled in with the current version, and with what the reporter proposed. */
function startValues(row: Row | undefined, request: AgreedRequest | undefined): FormValues {
  const current = toFormValues(row)
  if (!request) return current
  const { values, ...head } = proposedValues(row, request)
  return {
    ...current,
    ...head,
    values: { ...(current.values as object), ...(values as object) },
    reason: request.reason,
  }
}

function toBody(form: FormValues) {
  const { reason, documentCode, operator, time, position, values } = form as unknown as Correction
  return { reason, documentCode, operator, time, values: omitEmptyValues(values), ...toWirePosition(position) }
}

/** Corrects a record: its form, filled in with the current version, and the reason of the correction. */
export function CorrectionDrawer({
  id,
  request,
  onClose,
}: {
  id: string
  /** The change request that the office agrees to by this. */
  request?: AgreedRequest
  onClose: (corrected: number | undefined) => void
}) {
  const t = useT()
  const client = useClient()
  const { dialog, sendConfirmed } = usePlausibilityCheck()
  const refreshRequests = useRefreshRequests()
  let corrected: number | undefined
  return (
    <RecordDrawer
      entity={stageRecord}
      id={id}
      size={900}
      title={t('stage.record.correctTitle')}
      ok={t('action.correct')}
      onClose={() => onClose(corrected)}
      variant={request && `request${request.id}`}
      initial={row => startValues(row, request)}
      body={toBody}
      send={async (values, _row, headersFor) => {
        const answer = await sendConfirmed(confirmed => {
          const body = {
            ...(values as ReturnType<typeof toBody>),
            confirmed,
            ...(request && { changeRequestId: request.id }),
          }
          return client.call('PUT /stage/record/:id/correct', { params: { id }, body, headers: headersFor(body) })
        })
        corrected = answer.recordId
        await refreshRequests()
        return answer
      }}
      done={() => t('stage.record.corrected')}
    >
      {row => (
        <>
          <CorrectionFields record={row as StageRecord} />
          {dialog}
        </>
      )}
    </RecordDrawer>
  )
}

/** How many codes the record has; of more than a hundred not all are known here. */
const codesOf = ({ codeList }: StageRecord) => (codeList.length < 100 ? codeList.length : undefined)

function CorrectionFields({ record }: { record: StageRecord }) {
  const t = useT()
  const requiredRule = useRequiredRule()
  const label = t('stage.record.reason')
  const stage = stageByKey(record.stage)
  return (
    <>
      <Alert
        type="info"
        showIcon
        className="tm-form-wide tm-form-problems"
        title={t('stage.record.correctHint', { n: record.version + 1 })}
      />
      <Form.Item
        name="reason"
        label={label}
        className="tm-form-wide"
        rules={[
          ...requiredRule(label),
          { max: reasonLength, message: t('error.tooLong', { label, max: reasonLength }) },
        ]}
      >
        <Input.TextArea rows={2} />
      </Form.Item>
      <CommonItems attributes={record.attributes} />
      {valueFields(stage, record.attributes).length > 0 && (
        <ValueItems stage={stage} attributes={record.attributes} codes={codesOf(record)} />
      )}
    </>
  )
}
