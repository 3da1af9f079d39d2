import { useState } from 'react'
import { useApp } from '../app/context.ts'
import { countFilled, type FormField, type FormGroup } from '../report/form-model.ts'
import { isEmpty } from '../report/report.ts'
import { Icon } from '../ui/icons.tsx'
import { FieldInput } from './inputs/field-input.tsx'
import { useForm } from './form-context.ts'

/**
 * One group of fields; open when something in it is required or wrong.
 * @param folded fields that are neither required nor filled in nor wrong are shown after a press on “more”
 */
export function FieldGroup({ group, folded }: { group: FormGroup; folded: boolean }) {
  const { t } = useApp()
  const form = useForm()
  const isWrong = (field: FormField) => form.problem(`values.${field.key}`) !== undefined
  const wrong = group.fields.some(isWrong)
  const [open, setOpen] = useState(group.required > 0)
  // Fields that were filled in when the step was opened stay visible; a field does not vanish while a person types in it.
  const [initiallyVisible] = useState(
    () => new Set(group.fields.filter(field => field.required || !isEmpty(form.content.values[field.key]))),
  )
  const [isComplete, setComplete] = useState(!folded)
  const isOpen = open || wrong
  const fields = isComplete ? group.fields : group.fields.filter(field => initiallyVisible.has(field) || isWrong(field))
  return (
    <section className={wrong ? 'card group group-wrong' : 'card group'}>
      <h2>
        <button type="button" className="group-button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          <span>{t(`stage.group.${group.key}`)}</span>
          <span className="card-note">
            {t('h5.group.filled', { n: countFilled(group, form.content.values), total: group.fields.length })}
          </span>
          <Icon name="down" />
        </button>
      </h2>
      {isOpen && fields.map(field => <FieldInput key={field.key} field={field} />)}
      {isOpen && fields.length < group.fields.length && (
        <button type="button" className="button" aria-expanded={false} onClick={() => setComplete(true)}>
          {t('h5.steps.moreFields', { n: group.fields.length - fields.length })}
        </button>
      )}
    </section>
  )
}
