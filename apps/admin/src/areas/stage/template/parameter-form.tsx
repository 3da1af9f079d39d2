import { stageParameters } from '@timbermark/contract'
import { useQuery } from '@tanstack/react-query'
import { issueText } from '@timbermark/client'
import type { StageField, StageKey } from '@timbermark/contract'
import { checkStageValue, type StageAttribute } from '@timbermark/contract/stages'
import { Form } from 'antd'
import type { Row } from '../../../entity/types.ts'
import { useClient, useSession, useT } from '../../../shell/index.ts'
import { FieldItem } from '../../../entity/form/field-item.tsx'
import { RecordDrawer } from '../../../entity/form/record-drawer.tsx'
import { PresetControl } from './preset-control.tsx'
import { toParameterBody, parameterValues, presetFields } from './preset-fields.ts'
import './stage-template.css'

/** Adds or edits the values that pre-fill a stage. */
export function ParameterForm({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  return (
    <RecordDrawer
      entity={stageParameters}
      id={id}
      size={860}
      onClose={onClose}
      initial={parameterValues}
      body={toParameterBody}
      onValuesChange={(changed, _all, form) => {
        // Values of one stage have no meaning in another.
        if ('stage' in changed) form.setFieldValue('values', {})
      }}
    >
      {row => <ParameterFields row={row} />}
    </RecordDrawer>
  )
}

function ParameterFields({ row }: { row: Row | undefined }) {
  const t = useT()
  const form = Form.useFormInstance()
  const stage = Form.useWatch('stage', form) as StageKey | undefined
  const item = { entity: stageParameters }
  return (
    <>
      <FieldItem {...item} name="stage" disabled={row !== undefined} />
      <FieldItem {...item} name="name" />
      <FieldItem {...item} name="status" />
      {stage ? (
        <StageValues key={stage} stage={stage} />
      ) : (
        <p className="tm-muted tm-form-wide">{t('stage.parameter.chooseStage')}</p>
      )}
      <FieldItem {...item} name="remark" wide />
    </>
  )
}

/** Attributes of the stage's templates, with the labels that their authors gave them. */
export function useStageAttributes(stage: StageKey): readonly StageAttribute[] {
  const client = useClient()
  const { can } = useSession()
  const { data } = useQuery({
    queryKey: ['entity', 'stage/template', 'list', 'of', stage],
    queryFn: ({ signal }) => client.list<Row>('/stage/template/list', { stage, status: '0', limit: 100 }, { signal }),
    enabled: can('stage:template:list'),
  })
  return (data?.rows ?? []).flatMap(row => (row.attributes as StageAttribute[] | undefined) ?? [])
}

function StageValues({ stage }: { stage: StageKey }) {
  const t = useT()
  const attributes = useStageAttributes(stage)
  const labels = new Map(attributes.map(one => [one.key, one.label]))
  const fields = presetFields(stage, attributes)
  const groups = [...new Set(fields.map(field => field.group))]
  const labelOf = (field: StageField) =>
    t.has(`stage.field.${field.key}`) ? t.from(`stage.field.${field.key}`) : (labels.get(field.key) ?? field.key)
  return (
    <>
      <p className="tm-muted tm-form-wide">{t('stage.parameter.valuesHint')}</p>
      {groups.map(group => (
        <div key={group} className="tm-preset">
          <h3 className="tm-preset-group">{t(`stage.group.${group}`)}</h3>
          {fields
            .filter(field => field.group === group)
            .map(field => (
              <Form.Item
                key={field.key}
                name={['values', field.key]}
                label={labelOf(field)}
                className={field.type === 'longText' ? 'tm-form-wide' : undefined}
                rules={[
                  {
                    validator: async (_, value) => {
                      const issue = checkStageValue(field, value)
                      if (issue) throw new Error(issueText(t, issue, labelOf(field)))
                    },
                  },
                ]}
              >
                <PresetControl field={field} />
              </Form.Item>
            ))}
        </div>
      ))}
    </>
  )
}
