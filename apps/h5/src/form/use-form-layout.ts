import type { Stage } from '@timbermark/contract'
import { fieldsUnderRule, measureOfStage, rowFieldKeys, tableOf } from '@timbermark/contract/stages'
import { useEffect, useMemo } from 'react'
import { useApp } from '../app/context.ts'
import { createFormSnapshot, availableForms } from '../report/form-snapshot.ts'
import { type FormField, formFields, formGroups } from '../report/form-model.ts'
import { formSteps, stepOf } from '../report/steps.ts'
import type { AuthorizedStage } from '../report/wire.ts'
import { scrollToPart } from './scroll-to-part.ts'
import type { Draft } from './use-draft.ts'

export type FormLayout = ReturnType<typeof useFormLayout>

/** The fields that the stage and the chosen template ask for, in their groups and steps, and the step that is shown. */
export function useFormLayout(stage: Stage, authorized: AuthorizedStage | undefined, draft: Draft) {
  const { t } = useApp()
  const { content, change } = draft
  const forms = authorized && availableForms(authorized.templates, content.form)
  const template = forms?.find(one => String(one.id) === String(content.templateId))
  useEffect(() => {
    const offered = authorized?.templates.find(one => String(one.id) === String(content.templateId))
    if (offered && String(content.form?.id) !== String(offered.id)) change({ form: createFormSnapshot(offered) }, true)
  }, [authorized, content.templateId, content.form, change])
  const attributes = useMemo(() => template?.attributes ?? [], [template])
  const measure = measureOfStage(stage.key)
  const rule = measure && content.values[measure.rule]
  // Of the measures those that the rule needs.
  const fields = useMemo(
    () => [...fieldsUnderRule(measure, formFields(stage, attributes, t.language), rule)],
    [stage, attributes, t.language, measure, rule],
  )
  const table = tableOf(stage.key)
  const isTable = content.rows !== undefined
  // Fields that each row has for itself are not fields of the whole report.
  const sharedFields = useMemo(() => {
    const rowKeys = table && isTable ? rowFieldKeys(table) : new Set<string>()
    return fields.filter(field => !rowKeys.has(field.key))
  }, [fields, table, isTable])
  // The rule of a table is chosen at the table.
  const ruleField = isTable ? sharedFields.find(field => field.key === table?.measure?.rule) : undefined
  const groups = useMemo(() => formGroups(sharedFields.filter(field => field !== ruleField)), [sharedFields, ruleField])
  const steps = useMemo(() => formSteps(groups), [groups])
  const at = steps ? Math.min(content.step ?? 0, steps.length - 1) : 0
  const goTo = (place: number) => change({ step: place })
  const labelOf = (field: FormField) => field.label ?? t.from(`stage.field.${field.key}`)
  return {
    stage,
    forms,
    attributes,
    fields,
    table,
    isTable,
    sharedFields,
    ruleField,
    groups,
    steps,
    at,
    step: steps?.[at],
    goTo,
    /** Brings a form part into view, whatever step it belongs to. */
    showPart(part: string) {
      if (steps) goTo(stepOf(steps, part))
      // The step must be rendered first.
      setTimeout(() => scrollToPart(part))
    },
    labelOf,
    labelOfKey(key: string) {
      const field = fields.find(one => one.key === key)
      return field ? labelOf(field) : key
    },
  }
}
