import type { Field, Listed } from '@timbermark/contract'
import type { FormInstance } from 'antd'
import { Fragment, type ReactNode, useMemo } from 'react'
import { useSession } from '../../shell/index.ts'
import { type CustomControl, FieldItem } from './field-item.tsx'
import { bodyOf, type ExtraRule, formFields, initialValues, isClosed } from './form-model.ts'
import type { FormMode, FormValues } from './form-values.ts'
import type { Row } from '../types.ts'
import { RecordDrawer } from './record-drawer.tsx'
import { isWide } from './wide.ts'

/** What a screen adds to a form: initial values, rules across fields, and what a change of one field sets in others. */
export interface FormPlan {
  defaults?: FormValues
  /** Fields that this form asks for differently from their declaration. */
  fields?: Record<string, Field>
  /** Rules that the declaration cannot express, by field. */
  rules?: Record<string, ExtraRule>
  /** Explanations below the controls, by field. */
  hints?: Record<string, ReactNode>
  /** Fields that the user cannot change now, each with the reason, which is shown below it. */
  closed?: (row: Row | undefined) => Record<string, ReactNode>
  /** Controls instead of those that the field's kind gives, by field. */
  controls?: Record<string, CustomControl>
  onValuesChange?: (changed: FormValues, all: FormValues, form: FormInstance<FormValues>) => void
  /** Content above the field of that name; `fill` sets values as if they had been typed. */
  above?: Record<string, (fill: (values: FormValues) => void) => ReactNode>
}

interface FormDrawerProps extends FormPlan {
  entity: Listed
  /** `add`, or the id of the record to edit; undefined keeps the drawer closed. */
  open: 'add' | { id: string } | undefined
  /** Distinguishes drafts of new records with different initial values. */
  variant?: string
  onClose: () => void
}

/** Adds or edits a record in a drawer, with the form of its declaration. */
export function FormDrawer({ entity, open, variant, onClose, ...plan }: FormDrawerProps) {
  // A key per record: no state of one form remains in the next.
  const formKey = open === 'add' ? 'add' : open?.id
  return formKey === undefined ? null : (
    <DeclaredForm
      key={`${formKey} ${variant}`}
      entity={entity}
      id={open === 'add' ? undefined : formKey}
      variant={variant}
      onClose={onClose}
      {...plan}
    />
  )
}

function DeclaredForm({
  entity,
  id,
  variant,
  onClose,
  defaults,
  fields: others,
  rules,
  hints,
  closed,
  controls,
  onValuesChange,
  above,
}: FormPlan & { entity: Listed; id: string | undefined; variant: string | undefined; onClose: () => void }) {
  const { permissions } = useSession()
  const mode: FormMode = id === undefined ? 'add' : 'edit'
  const fields = useMemo(() => formFields(entity, permissions, mode), [entity, permissions, mode])
  return (
    <RecordDrawer
      entity={entity}
      id={id}
      variant={variant}
      onClose={onClose}
      initial={row => initialValues(entity, row, defaults)}
      body={(values, row) => bodyOf(entity, fields, values, row)}
      onValuesChange={onValuesChange}
    >
      {(row, _form, fill) => {
        const reasons = closed?.(row)
        return fields.map(([name, field]) => (
          <Fragment key={name}>
            {above?.[name]?.(fill)}
            <FieldItem
              entity={entity}
              name={name}
              field={others?.[name] ?? field}
              wide={isWide(field)}
              disabled={isClosed(field, mode) || reasons?.[name] !== undefined}
              rule={rules?.[name]}
              hint={reasons?.[name] ?? hints?.[name]}
              control={controls?.[name]}
            />
          </Fragment>
        ))
      }}
    </RecordDrawer>
  )
}
