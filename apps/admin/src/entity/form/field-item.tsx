import { issueText } from '@timbermark/client'
import type { Listed, Field } from '@timbermark/contract'
import { Form } from 'antd'
import type { ReactNode } from 'react'
import { Control } from '../controls/control.tsx'
import type { ControlProps } from '../controls/control-props.ts'
import { checkValue, type ExtraRule } from './form-model.ts'
import { fieldLabel } from '../labels.ts'
import { NameItem } from './name-item.tsx'
import { isMultilingual } from './multilingual-fields.ts'
import { useT } from '../../shell/index.ts'

/** A control that a screen draws; value and change are as on the wire. */
export type CustomControl = (props: ControlProps) => ReactNode

interface FieldItemProps {
  entity: Listed
  name: string
  /** Replaces the declared field, where the form asks for it differently. */
  field?: Field
  label?: string
  /** Explanation below the control. */
  hint?: ReactNode
  wide?: boolean
  disabled?: boolean
  rule?: ExtraRule
  dependencies?: string[]
  /** Draws the control instead of the one that the field's kind gives. */
  control?: CustomControl
}

/** One declared field in a form, with the declaration's label, control and rules. The server has the same rules. */
export function FieldItem({
  entity,
  name,
  field = entity.fields[name],
  label,
  hint,
  wide,
  disabled,
  rule,
  dependencies,
  control,
}: FieldItemProps) {
  const t = useT()
  if (!field) throw new Error(`There is no field ${name}`)
  const called = label ?? fieldLabel(t, entity, name)
  if (isMultilingual(field) && !control)
    return (
      <NameItem
        name={name}
        field={field}
        label={called}
        hint={hint}
        wide={wide}
        disabled={disabled}
        rule={rule}
        dependencies={dependencies}
      />
    )
  return (
    <Form.Item
      name={name}
      label={called}
      required={field.required}
      extra={hint}
      className={wide ? 'tm-form-wide' : undefined}
      dependencies={dependencies}
      rules={[
        ({ getFieldsValue }) => ({
          validator: async (_, value) => {
            const issue = checkValue(name, field, value, getFieldsValue(true), rule)
            if (issue) throw new Error(issueText(t, issue, called))
          },
        }),
      ]}
    >
      {control ? (
        <Custom draw={control} disabled={disabled} />
      ) : (
        <Control entity={entity} name={name} field={field} disabled={disabled} />
      )}
    </Form.Item>
  )
}

/** Form.Item passes value and change to its direct child, which is this component. */
function Custom({ draw, ...props }: ControlProps & { draw: CustomControl }) {
  return draw(props)
}
