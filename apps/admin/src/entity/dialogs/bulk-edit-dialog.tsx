import { type Field, keyOf, type Listed } from '@timbermark/contract'
import type { EditOutcomes } from '@timbermark/contract/transition-calls'
import { Checkbox, Form } from 'antd'
import { useState } from 'react'
import { useClient, useT } from '../../shell/index.ts'
import { type CustomControl, FieldItem } from '../form/field-item.tsx'
import { wireValue } from '../form/form-model.ts'
import type { FormValues } from '../form/form-values.ts'
import { fieldLabel } from '../labels.ts'
import { useRefresh } from '../use-entity.ts'
import { DialogForm } from './dialog-form.tsx'

interface BulkEditDialogProps {
  entity: Listed
  ids: readonly number[]
  /** Draw the controls of some fields as the form does. */
  controls?: Record<string, CustomControl> | undefined
  onClose: () => void
  onDone: (outcomes: EditOutcomes) => void
}

const isReason = (field: Field | undefined) => field !== undefined && 'changeOnly' in field && field.changeOnly === true

/** Gives several records the same values of the fields that are chosen here. */
export function BulkEditDialog({ entity, ids, controls, onClose, onDone }: BulkEditDialogProps) {
  const t = useT()
  const client = useClient()
  const refresh = useRefresh(entity)
  const [form] = Form.useForm<FormValues>()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const names = entity.bulkEdit ?? []
  const fields = names.filter(name => !isReason(entity.fields[name]))
  const reasons = names.filter(name => isReason(entity.fields[name]))
  const changed = fields.filter(name => chosen.includes(name))
  return (
    <DialogForm<FormValues>
      form={form}
      title={t('entity.bulkEdit.title', { n: ids.length })}
      ok={t('entity.bulkEdit.ok', { n: ids.length })}
      hint={t('entity.bulkEdit.hint')}
      disabled={changed.length === 0}
      initial={{}}
      label={field => fieldLabel(t, entity, field)}
      onClose={onClose}
      send={async (values, headersFor) => {
        const reasonsToSend = reasons.filter(name => values[name])
        const sent = [...changed, ...reasonsToSend].map(name => [name, wireValue(entity.fields[name]!, values[name])])
        const body = { ids: [...ids], changes: Object.fromEntries(sent) }
        const outcomes = await client.put<EditOutcomes>(`/${keyOf(entity)}/several`, body, {
          headers: headersFor(body),
        })
        await refresh()
        onDone(outcomes)
      }}
    >
      <Form.Item label={t('entity.bulkEdit.fields')}>
        <Checkbox.Group
          value={[...chosen]}
          onChange={setChosen}
          options={fields.map(value => ({ value, label: fieldLabel(t, entity, value) }))}
        />
      </Form.Item>
      {changed.map(name => (
        <FieldItem key={name} entity={entity} name={name} {...(controls?.[name] && { control: controls[name] })} />
      ))}
      {changed.length > 0 && reasons.map(name => <FieldItem key={name} entity={entity} name={name} />)}
    </DialogForm>
  )
}
