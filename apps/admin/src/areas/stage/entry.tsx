import { useQuery } from '@tanstack/react-query'
import { ApiError, newId, queryKeys } from '@timbermark/client'
import { type StageKey, stageRecord } from '@timbermark/contract'
import type { AuthorizedStage } from '@timbermark/contract/calls'
import { stageByKey, valueFields } from '@timbermark/contract/stages'
import { Alert, Empty, Form, type FormInstance, Input, Select } from 'antd'
import { useEffect, useState } from 'react'
import { RecordDrawer } from '../../entity/form/record-drawer.tsx'
import type { FormValues } from '../../entity/form/form-values.ts'
import { LoadingOrFailure } from '../../entity/list/list-states.tsx'
import { useFeedback } from '../../entity/actions/use-feedback.ts'
import { useClient, useSession, useT } from '../../shell/index.ts'
import { countCodes, toReportBody } from './entry-body.ts'
import { CommonItems, EntryParts, useRequiredRule, ValueItems } from './entry-fields.tsx'
import type { CodeRequestRange, EntryValues } from './entry-values.ts'
import { GoodsSection, useBatchRanges } from './goods-section.tsx'
import { usePlausibilityCheck } from './plausibility-check.tsx'
import { useStages } from './use-stages.ts'
import { searchOptions } from '../../entity/controls/search-options.ts'
import './stage.css'

/** What the form opens with: codes chosen elsewhere or a batch, and the values proposed for them. */
export interface EntryStart {
  codes?: readonly string[]
  ranges?: readonly CodeRequestRange[]
  batchId?: number
  stage?: StageKey
  circulationId?: number
}

interface RefusedCodes {
  refused?: { code: string; message: string }[]
}

/** Reports a stage from the back office, through the same call as the phone. */
export function EntryDrawer({ start, onClose }: { start: EntryStart; onClose: () => void }) {
  const rangesOf = useBatchRanges()
  const { batchId } = start
  const circulationId = useCirculationOf(batchId)
  // The form starts with the batch's ranges of the moment when it was opened: ranges removed by hand stay removed.
  const { data, error } = useQuery({
    queryKey: ['entity', 'code/request', 'ranges', batchId],
    queryFn: () => rangesOf(batchId as number, undefined),
    enabled: batchId !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (batchId !== undefined && ((!data && !error) || circulationId === undefined)) return null
  return (
    <EntryForm
      start={start}
      ranges={data ?? start.ranges ?? []}
      circulationId={circulationId ?? start.circulationId}
      onClose={onClose}
    />
  )
}

/** The circulation of the batch; null when it has none or may not be read, undefined while it is loading. */
function useCirculationOf(batchId: number | undefined): number | null | undefined {
  const client = useClient()
  const { can } = useSession()
  const enabled = batchId !== undefined && can('catalog:batch:query')
  const { data, error } = useQuery({
    queryKey: [...queryKeys.one('catalog/batch', batchId ?? 0), 'stages'],
    queryFn: ({ signal }) =>
      client.call('GET /catalog/batch/:id/stages', { params: { id: batchId as number }, signal }),
    enabled: enabled,
  })
  if (!enabled || error) return null
  return data && (data.circulation?.id ?? null)
}

function EntryForm({
  start,
  ranges,
  circulationId,
  onClose,
}: {
  start: EntryStart
  ranges: readonly CodeRequestRange[]
  /** The batch's, where it has one. */
  circulationId: number | undefined
  onClose: () => void
}) {
  const t = useT()
  const client = useClient()
  const feedback = useFeedback()
  const { user } = useSession()
  const [reportId] = useState(() => newId())
  const { dialog, sendConfirmed } = usePlausibilityCheck()
  const about = start.batchId
    ? `batch:${start.batchId}`
    : [
        ...(start.codes ?? []),
        ...(start.ranges ?? []).map(({ requestId, from, to }) => `${requestId}:${from}-${to}`),
      ].join(' ')

  /** Asks before linking outside packing, because only voiding the record undoes it. */
  async function confirmLinking(form: EntryValues): Promise<boolean> {
    if (!form.parentCode || stageByKey(form.stage).shape === 'aggregation') return true
    let confirmed = false
    await feedback.ask({
      title: t('stage.entry.linkTitle', { n: countCodes(form.codes, form.ranges), parent: form.parentCode }),
      text: t('stage.entry.linkText'),
      ok: t('stage.entry.link'),
      run: () => {
        confirmed = true
      },
    })
    return confirmed
  }

  return (
    <RecordDrawer
      entity={stageRecord}
      id={undefined}
      variant={about}
      size={900}
      title={t('stage.entry.title')}
      ok={t('stage.entry.send')}
      onClose={onClose}
      initial={() => ({
        stage: start.stage,
        circulationId: start.circulationId,
        codes: (start.codes ?? []).join('\n'),
        ranges,
        operator: user.nickName,
        time: new Date().toISOString(),
        values: {},
        ...(start.stage ? { stage: start.stage } : {}),
      })}
      body={form => form}
      confirm={form => confirmLinking(form as unknown as EntryValues)}
      send={form =>
        sendConfirmed(confirmed => {
          const body = { ...toReportBody(reportId, form as unknown as EntryValues), confirmed }
          return client.call('POST /stage/report', { body })
        })
      }
      refusedItems={error => {
        const refused = error instanceof ApiError ? ((error.data as RefusedCodes | null)?.refused ?? []) : []
        return refused.length === 0 ? [] : [{ name: 'codes', errors: refused.map(({ message }) => message) }]
      }}
      done={() => t('stage.entry.done')}
      onValuesChange={(changed, _all, form) => {
        if ('stage' in changed)
          form.setFieldsValue({ templateId: undefined, begun: undefined, circulationId: undefined, values: {} })
      }}
    >
      {(_row, { form, fill }) => (
        <>
          <EntryFields form={form} fill={fill} circulationId={circulationId} />
          {dialog}
        </>
      )}
    </RecordDrawer>
  )
}

type Template = AuthorizedStage['templates'][number]

interface FieldsProps {
  form: FormInstance<FormValues>
  fill: (values: FormValues) => void
  circulationId: number | undefined
}

function EntryFields({ form, fill, circulationId }: FieldsProps) {
  const t = useT()
  const { data: stages, error, refetch } = useStages()
  const chosen = Form.useWatch('stage', form) as string | undefined
  const authorized = stages?.find(({ stage }) => stage === chosen)
  if (!stages)
    return (
      <div className="tm-form-wide">
        <LoadingOrFailure error={error} onRetry={refetch} paragraph={{ rows: 6 }} />
      </div>
    )
  if (stages.length === 0) return <Empty className="tm-form-wide" description={t('stage.entry.noStages')} />
  return (
    <>
      <StageItem stages={stages} />
      {authorized && <FormOfStage authorized={authorized} form={form} fill={fill} circulationId={circulationId} />}
    </>
  )
}

function StageItem({ stages }: { stages: readonly AuthorizedStage[] }) {
  const t = useT()
  const requiredRule = useRequiredRule()
  const label = t('stage.record.stage')
  return (
    <Form.Item name="stage" label={label} rules={requiredRule(label)} className="tm-form-wide">
      <Select
        placeholder={t('common.choose')}
        showSearch={searchOptions}
        options={stages.map(({ stage, order }) => ({ value: stage, label: `${order}. ${t(`stage.${stage}`)}` }))}
      />
    </Form.Item>
  )
}

function FormOfStage({ authorized, form, fill, circulationId }: FieldsProps & { authorized: AuthorizedStage }) {
  const t = useT()
  const requiredRule = useRequiredRule()
  const stage = stageByKey(authorized.stage)
  const templateId = Form.useWatch('templateId', form) as number | undefined
  const begun = Form.useWatch('begun', { form, preserve: true }) as Template | undefined
  const codes = Form.useWatch('codes', form) as string | undefined
  const ranges = (Form.useWatch('ranges', form) as EntryValues['ranges']) ?? []
  const offered = authorized.templates.find(({ id }) => id === templateId)
  // A colleague has replaced the template since: its successor may ask for other values, so the form is finished
  // with the version it was begun with.
  const replaced = begun && authorized.templates.some(({ earlier }) => earlier.includes(begun.id)) ? begun : undefined
  const template = offered ?? (replaced?.id === templateId ? replaced : undefined)
  useEffect(() => {
    if (offered && begun?.id !== offered.id) form.setFieldValue('begun', offered)
  }, [offered, begun, form])
  // The batch's circulation, else the only one.
  const ofBatch = authorized.circulations.filter(({ id }) => id === circulationId)
  const autoChoices = {
    templateId: authorized.templates,
    circulationId: ofBatch.length > 0 ? ofBatch : authorized.circulations,
  }
  useEffect(() => {
    for (const [name, choices] of Object.entries(autoChoices))
      if (choices.length === 1 && form.getFieldValue(name) === undefined) form.setFieldValue(name, choices[0]!.id)
  })
  const toOptions = (named: readonly { id: number; name: string }[]) =>
    named.map(({ id, name }) => ({ value: id, label: name }))
  const packing = stage.shape === 'aggregation'
  const parent = t('stage.record.parentCode')
  return (
    <>
      <p className="tm-muted tm-form-wide">{t(`stage.${authorized.stage}.hint`)}</p>
      {template && <EntryParts stage={stage} attributes={template.attributes} />}
      <Form.Item
        name="templateId"
        label={t('stage.template')}
        rules={[{ required: true, message: t('error.required', { label: t('stage.template') }) }]}
      >
        <Select
          placeholder={t('common.choose')}
          options={[
            ...toOptions(authorized.templates),
            ...(replaced ? [{ value: replaced.id, label: t('stage.entry.begunForm', { name: replaced.name }) }] : []),
          ]}
        />
      </Form.Item>
      <Form.Item
        name="circulationId"
        label={t('stage.record.circulationName')}
        rules={[{ required: true, message: t('error.required', { label: t('stage.record.circulationName') }) }]}
      >
        <Select placeholder={t('common.choose')} options={toOptions(authorized.circulations)} />
      </Form.Item>
      <GoodsSection stage={stage} fill={fill} />
      <Form.Item
        name="parentCode"
        label={parent}
        className="tm-form-wide"
        extra={t(packing ? 'stage.entry.parentPacking' : 'stage.entry.parentHint')}
        rules={packing ? requiredRule(parent) : []}
      >
        <Input autoComplete="off" spellCheck={false} />
      </Form.Item>
      <CommonItems attributes={template?.attributes ?? []} />
      {authorized.parameters.length > 0 && (
        <UsualValues authorized={authorized} form={form} fill={fill} attributes={template?.attributes ?? []} />
      )}
      {template ? (
        <ValueItems stage={stage} attributes={template.attributes} codes={countCodes(codes, ranges)} />
      ) : (
        <Alert type="info" showIcon className="tm-form-wide" title={t('stage.entry.chooseTemplate')} />
      )}
    </>
  )
}

/** Fills the fields that are still empty with the values of a parameter template. */
function UsualValues({
  authorized,
  attributes,
  form,
  fill,
}: {
  authorized: AuthorizedStage
  attributes: Template['attributes']
  form: FormInstance<FormValues>
  fill: FieldsProps['fill']
}) {
  const t = useT()
  const feedback = useFeedback()
  const fieldKeys = new Set(valueFields(stageByKey(authorized.stage), attributes).map(({ key }) => key))
  function fillIn(id: number) {
    const usual = authorized.parameters.find(one => one.id === id)?.values ?? {}
    const before = (form.getFieldValue('values') ?? {}) as Record<string, unknown>
    const added = Object.entries(usual).filter(
      ([key]) => fieldKeys.has(key) && (before[key] === undefined || before[key] === null || before[key] === ''),
    )
    fill({ values: { ...before, ...Object.fromEntries(added) } })
    feedback.done(t('stage.entry.filled', { n: added.length }))
  }
  return (
    <Form.Item label={t('stage.entry.usual')} className="tm-form-wide">
      <Select
        aria-label={t('stage.entry.usual')}
        placeholder={t('common.choose')}
        options={authorized.parameters.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={fillIn}
      />
    </Form.Item>
  )
}
