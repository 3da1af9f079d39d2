import { needsPosition } from '@timbermark/contract/stages'
import { useApp } from '../app/context.ts'
import type { AuthorizedStage } from '../report/wire.ts'
import { CodesSection } from './codes-section.tsx'
import { CoordinatesInput } from './inputs/coordinates-input.tsx'
import { FieldGroup } from './field-group.tsx'
import { useForm } from './form-context.ts'
import { PapersSection, TemplateSection } from './papers-section.tsx'
import { RowsSection } from './rows-section.tsx'
import { TableSwitch } from './table-switch.tsx'
import type { FormLayout } from './use-form-layout.ts'

/** The sections of a report's form that are shown now, what is reported before its papers: all of them, or those of one step. */
export function FormSections(props: {
  layout: FormLayout
  authorized: AuthorizedStage | undefined
  isNew: boolean
  /** The server has no document under this proof number. */
  onMissing: (code: string) => void
}) {
  const { layout, authorized, isNew, onMissing } = props
  const { stage, forms, attributes, fields, table, isTable, sharedFields, ruleField, groups, step } = layout
  return (
    <>
      {(!step || step.key === 'codes') && (
        <>
          {table && <TableSwitch table={table} fields={fields} />}
          {table && isTable ? (
            <RowsSection stage={stage} table={table} fields={fields} ruleField={ruleField} />
          ) : (
            <CodesSection stage={stage} />
          )}
          <TemplateSection authorized={authorized} forms={forms} fields={sharedFields} />
        </>
      )}
      {(step ? step.groups : groups).map(group => (
        <FieldGroup key={group.key} group={group} folded={step !== undefined && step.key !== 'more'} />
      ))}
      {(!step || step.key === 'papers') && (
        <>
          <PapersSection authorized={authorized} onMissing={onMissing} />
          <PositionSection required={needsPosition(attributes)} searchFirst={isNew} />
        </>
      )}
    </>
  )
}

function PositionSection({ required, searchFirst }: { required: boolean; searchFirst: boolean }) {
  const { t } = useApp()
  const { content, change, problem } = useForm()
  return (
    <section className="card">
      <h2>{t('h5.position')}</h2>
      <CoordinatesInput
        frame={{ at: 'position', label: t('stage.field.coordinates'), required, problem: problem('position') }}
        value={content.position}
        change={(next, quiet) => change(old => ({ position: next(old.position ?? undefined) ?? null }), quiet)}
        searchFirst={searchFirst}
      />
    </section>
  )
}
