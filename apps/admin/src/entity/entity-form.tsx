import type { AnyEntity, Field } from '@timbermark/contract'
import { issueText } from '@timbermark/client'
import { Form, type FormInstance } from 'antd'
import { useT } from '../shell/index.ts'
import type { ReactNode } from 'react'
import { Control, type ControlProps } from './controls/control.tsx'
import { checkValue, type ExtraRule, type FormMode, type FormValues, isClosed } from './form-model.ts'
import { fieldLabel, formName } from './labels.ts'

/** A control drawn by a screen; value and change are those of the wire. */
export type CustomControl = (props: ControlProps) => ReactNode

export interface EntityFormProps {
  entity: AnyEntity
  mode: FormMode
  form: FormInstance<FormValues>
  fields: readonly (readonly [string, Field])[]
  initial: FormValues
  /** Rules of one screen that the declaration cannot say, by field. */
  rules?: Record<string, ExtraRule>
  /** Controls of one screen in place of those that the kind of a field gives. */
  controls?: Record<string, CustomControl>
  onValuesChange?: (changed: FormValues, all: FormValues, form: FormInstance<FormValues>) => void
  onFinish: (values: FormValues) => void
}

/** Fields that need the whole width. */
function isWide(field: Field): boolean {
  if (field.kind === 'text') return field.lines !== undefined
  return field.kind === 'richText' || field.kind === 'images' || field.kind === 'files' || field.kind === 'video'
}

/** The form of an entity, drawn from its declaration, with the rules that the server has too. */
export function EntityForm({
  entity,
  mode,
  form,
  fields,
  initial,
  rules,
  controls,
  onValuesChange,
  onFinish,
}: EntityFormProps) {
  const t = useT()
  return (
    <Form
      name={formName(entity, mode)}
      form={form}
      layout="vertical"
      className="tm-form"
      initialValues={initial}
      scrollToFirstError={{ behavior: 'smooth', block: 'center', focus: true }}
      validateTrigger={['onChange', 'onBlur']}
      onValuesChange={(changed, all) => onValuesChange?.(changed, all, form)}
      onFinish={onFinish}
    >
      {fields.map(([name, field]) => (
        <Form.Item
          key={name}
          name={name}
          label={fieldLabel(t, entity, name)}
          required={field.required}
          className={isWide(field) ? 'tm-form-wide' : undefined}
          rules={[
            ({ getFieldsValue }) => ({
              validator: async (_, value) => {
                const issue = checkValue(name, field, value, getFieldsValue(true), rules?.[name])
                if (issue) throw new Error(issueText(t, issue))
              },
            }),
          ]}
        >
          <FormControl
            custom={controls?.[name]}
            entity={entity}
            name={name}
            field={field}
            disabled={isClosed(field, mode)}
          />
        </Form.Item>
      ))}
      {/* The visible button stands in the drawer's foot; with this one Enter saves from every field. */}
      <button type="submit" hidden tabIndex={-1} aria-hidden />
    </Form>
  )
}

/** Form.Item hands value and change to its direct child; this passes them on to whichever control it is. */
function FormControl({
  custom,
  ...props
}: ControlProps & { custom?: CustomControl; entity: AnyEntity; name: string; field: Field }) {
  if (!custom) return <Control {...props} />
  const { entity: _entity, name: _name, field: _field, ...given } = props
  return custom(given)
}
