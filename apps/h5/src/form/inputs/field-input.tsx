import { measureOfStage } from '@timbermark/contract/stages'
import { useApp } from '../../app/context.ts'
import { countedQuantity, quantityField } from '../../report/counted.ts'
import { volumeHint } from '../../app/texts.ts'
import { volumeByRule } from '../../report/measured.ts'
import type { FormField } from '../../report/form-model.ts'
import type { FieldValue } from '../../report/report.ts'
import type { FieldFrame } from '../../ui/field.tsx'
import { CodeInput } from '../../codes/code-input.tsx'
import { CoordinatesInput } from './coordinates-input.tsx'
import { DocumentInput } from './document-input.tsx'
import { FilesInput } from './files-input.tsx'
import { type ChangeValue, useForm } from '../form-context.ts'
import { ImagesInput } from './images-input.tsx'
import { PlainInput } from './plain-input.tsx'
import { PlotInput } from './plot-input.tsx'

/** The input for one field of a stage or template, for the whole report. */
export function FieldInput({ field }: { field: FormField }) {
  const { t } = useApp()
  const form = useForm()
  const measure = measureOfStage(form.report.stage)
  const volume = field.key === measure?.volume ? volumeByRule(form.report.stage, form.content, t.language) : undefined
  const counted = field.key === quantityField ? countedQuantity(form.report.stage, form.content) : undefined
  return (
    <ValueInput
      field={field}
      hint={
        volume === undefined
          ? counted && t(counted.isExact ? 'h5.quantity.counted' : 'h5.quantity.correct')
          : volumeHint(t, measure && form.content.values[measure.rule])
      }
      isFixed={volume !== undefined || counted?.isExact}
      at={`values.${field.key}`}
      value={form.content.values[field.key]}
      change={(...change) => form.changeValue(field.key, ...change)}
    />
  )
}

/** The input for one value of any type: of the whole report, or of one of its rows. */
export function ValueInput(props: {
  field: FormField
  /** Name of the form part. */
  at: string
  value: FieldValue | undefined
  change: ChangeValue
  /** Shown under the input. */
  hint?: string
  /** The page computes the value; nobody types it. */
  isFixed?: boolean
  /** Enter goes on to the next input: the keyboard says so. */
  goesOn?: boolean
}) {
  const { field, at, value, change, hint, isFixed, goesOn } = props
  const { t } = useApp()
  const form = useForm()
  const set = (next: FieldValue | undefined) => change(() => next)
  const text = typeof value === 'string' ? value : ''
  const frame: FieldFrame = {
    at,
    label: form.labelOf(field),
    required: field.required,
    unit: field.unit && t.from(`unit.${field.unit}`),
    problem: form.problem(at),
    mark: form.markOf(at),
    hint,
  }

  switch (field.type) {
    case 'coordinates':
      return <CoordinatesInput frame={frame} value={value} change={change} />
    case 'images':
      return <ImagesInput frame={frame} max={field.max} value={value} change={change} />
    case 'files':
      return <FilesInput frame={frame} max={field.max} value={value} change={change} />
    case 'document':
      return <DocumentInput frame={frame} value={text} onChange={set} />
    case 'plot':
      return <PlotInput frame={frame} value={text} onChange={set} />
    case 'code':
      return <CodeInput frame={frame} value={text} onChange={set} />
    default:
      return <PlainInput field={field} frame={frame} value={value} onChange={set} isFixed={isFixed} goesOn={goesOn} />
  }
}
