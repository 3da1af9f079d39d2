import type { Field, Listed } from '@timbermark/contract'
import type { FormInstance } from 'antd'
import { useMemo } from 'react'
import { useSession } from '../../shell/index.ts'
import { type CustomControl, FieldItem } from './field-item.tsx'
import {
  bodyOf,
  type ExtraRule,
  type FormMode,
  type FormValues,
  formFields,
  initialValues,
  isClosed,
} from './form-model.ts'
import { RecordDrawer } from './record-drawer.tsx'
import { isWide } from '../wide.ts'

/** What one screen adds to a form: first values, rules across fields, and what a change of one field sets in others. */
export interface FormPlan {
  defaults?: FormValues
  /** Fields that this form asks for otherwise than they are declared. */
  fields?: Record<string, Field>
  /** Rules that the declaration cannot say, by field. */
  rules?: Record<string, ExtraRule>
  /** Controls in place of those that the kind of a field gives, by field. */
  controls?: Record<string, CustomControl>
  onValuesChange?: (changed: FormValues, all: FormValues, form: FormInstance<FormValues>) => void
}

interface FormDrawerProps extends FormPlan {
  entity: Listed
  /** `add`, or the id of the record to edit; undefined keeps it closed. */
  open: 'add' | { id: string } | undefined
  onClose: () => void
}

/** Adds or edits a record in a drawer, with the form that its declaration gives. */
export function FormDrawer({ entity, open, onClose, ...plan }: FormDrawerProps) {
  // A key per record: nothing of one form is left over in the next.
  const shown = open === 'add' ? 'add' : open?.id
  return shown === undefined ? null : (
    <DeclaredForm key={shown} entity={entity} id={open === 'add' ? undefined : shown} onClose={onClose} {...plan} />
  )
}

function DeclaredForm({
  entity,
  id,
  onClose,
  defaults,
  fields: others,
  rules,
  controls,
  onValuesChange,
}: FormPlan & { entity: Listed; id: string | undefined; onClose: () => void }) {
  const { permissions } = useSession()
  const mode: FormMode = id === undefined ? 'add' : 'edit'
  const fields = useMemo(() => formFields(entity, permissions), [entity, permissions])
  return (
    <RecordDrawer
      entity={entity}
      id={id}
      onClose={onClose}
      initial={row => initialValues(entity, row, defaults)}
      body={(values, row) => bodyOf(entity, fields, values, row)}
      onValuesChange={onValuesChange}
    >
      {() =>
        fields.map(([name, field]) => (
          <FieldItem
            key={name}
            entity={entity}
            name={name}
            field={others?.[name] ?? field}
            wide={isWide(field)}
            disabled={isClosed(field, mode)}
            rule={rules?.[name]}
            control={controls?.[name]}
          />
        ))
      }
    </RecordDrawer>
  )
}
