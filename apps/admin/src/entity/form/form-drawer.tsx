import type { Field, Listed } from '@timbermark/contract'
import type { Suggestion } from '@timbermark/contract/calls'
import type { FormInstance } from 'antd'
import { Fragment, type ReactNode, useEffect, useMemo, useState } from 'react'
import { useSession, useT } from '../../shell/index.ts'
import { useRow } from '../use-entity.ts'
import { copiedValues } from './copied-values.ts'
import { rowForForm } from './multilingual-fields.ts'
import { type CustomControl, FieldItem } from './field-item.tsx'
import { bodyOf, type ExtraRule, formFields, initialValues, isClosed } from './form-model.ts'
import type { FormMode, FormValues } from './form-values.ts'
import type { Row } from '../types.ts'
import { RecordDrawer } from './record-drawer.tsx'
import type { SaveAnd } from './use-record-form.tsx'
import type { SuggestionPlan } from './use-suggestions.ts'
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
  /** Values to begin a new record with. */
  suggest?: SuggestionPlan
  /** A second button, which also does the next thing with the new record. */
  saveAnd?: SaveAnd
  /** Called when a new record was added. */
  onAdded?: (id: number, values: FormValues) => void
}

interface FormDrawerProps extends FormPlan {
  entity: Listed
  /** `add`, or the id of the record to edit; undefined keeps the drawer closed. */
  open: 'add' | { id: string } | undefined
  /** A new record begins with the values of this one. */
  copyOf?: string | undefined
  /** Distinguishes drafts of new records with different initial values. */
  variant?: string
  onClose: () => void
}

/** Adds or edits a record in a drawer, with the form of its declaration. */
export function FormDrawer({ copyOf, ...props }: FormDrawerProps) {
  return copyOf === undefined ? <OpenForm {...props} /> : <CopyForm {...props} key={copyOf} copyOf={copyOf} />
}

/** The form for a new record, once the record that it copies is read: its values come in the place of suggestions. */
function CopyForm({ copyOf, suggest: _, ...props }: Omit<FormDrawerProps, 'copyOf'> & { copyOf: string }) {
  const t = useT()
  const { entity, onClose, defaults } = props
  const { data, error } = useRow(entity, copyOf)
  const [copied, setCopied] = useState<FormValues>()
  // The record as it was read first: a later refresh does not change the form.
  if (data && !copied) setCopied(copiedValues(entity, rowForForm(entity, data, t.language)))
  useEffect(() => {
    if (error) onClose()
  }, [error, onClose])
  return copied ? <OpenForm {...props} defaults={{ ...defaults, ...copied }} /> : null
}

function OpenForm({ entity, open, variant, onClose, ...plan }: Omit<FormDrawerProps, 'copyOf'>) {
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
  suggest,
  saveAnd,
  onAdded,
}: FormPlan & { entity: Listed; id: string | undefined; variant: string | undefined; onClose: () => void }) {
  const t = useT()
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
      suggest={suggest}
      saveAnd={saveAnd}
      onAdded={onAdded}
    >
      {(row, { fill, suggested }) => {
        const reasons = closed?.(row)
        const hintOf = (hint: ReactNode, suggestion: Suggestion | undefined) =>
          suggestion && suggestion.source !== 'usual' ? (
            <>
              <span className="tm-suggested">
                {t(`entity.suggested.${suggestion.source}`, { name: suggestion.name ?? '' })}
              </span>
              {hint}
            </>
          ) : (
            hint
          )
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
              hint={reasons?.[name] ?? hintOf(hints?.[name], suggested[name])}
              control={controls?.[name]}
            />
          </Fragment>
        ))
      }}
    </RecordDrawer>
  )
}
