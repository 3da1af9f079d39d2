import { useClearable } from '../use-clearable.tsx'
import type { Listed, Field, FileInfo } from '@timbermark/contract'
import { Input, Radio, Select } from 'antd'
import { lazy, Suspense } from 'react'
import { useT } from '../../shell/index.ts'
import { optionLabel } from '../labels.ts'
import { useDict } from '../use-dict.ts'
import { DayControl } from './day-control.tsx'
import { FilesControl } from './files-control.tsx'
import { NumberControl } from './number-control.tsx'
import { ReferenceControl } from './reference-control.tsx'

const RichTextControl = lazy(() => import('./rich-text-control.tsx'))

/** What a form gives each of its controls; values are those of the wire. */
export interface ControlProps<T = unknown> {
  id?: string
  value?: T
  onChange?: (value: T | null) => void
  disabled?: boolean
  'aria-required'?: boolean
  'aria-invalid'?: boolean
  'aria-describedby'?: string
}

/** Up to this many choices are shown side by side instead of in a list that opens. */
const radioLimit = 3

/** The control of a field, by its kind. */
export function Control({
  entity,
  name,
  field,
  ...props
}: ControlProps & { entity: Listed; name: string; field: Field }) {
  const t = useT()
  switch (field.kind) {
    case 'text':
      return <TextControl {...(props as ControlProps<string>)} max={field.max} lines={field.lines} />
    case 'richText':
      return (
        <Suspense fallback={<div className="tm-editor-loading">{t('common.loading')}</div>}>
          <RichTextControl {...(props as ControlProps<string>)} />
        </Suspense>
      )
    case 'integer':
    case 'decimal':
      return (
        <NumberControl
          {...(props as ControlProps<number | string>)}
          exact={field.kind === 'decimal'}
          unit={field.unit}
        />
      )
    case 'date':
    case 'datetime':
      return <DayControl {...(props as ControlProps<string>)} time={field.kind === 'datetime'} />
    case 'choice':
      return (
        <ChoiceControl
          {...(props as ControlProps<string>)}
          required={field.required}
          options={field.options.map(value => ({ value, label: optionLabel(t, entity, name, value) }))}
        />
      )
    case 'dict':
      return <DictControl {...(props as ControlProps<string>)} type={field.dict} required={field.required} />
    case 'ref':
      return <ReferenceControl {...(props as ControlProps<number>)} entity={field.entity} tree={field.tree} />
    case 'images':
    case 'files':
    case 'video':
      return <FilesControl {...(props as ControlProps<FileInfo[]>)} field={field} />
  }
}

/** Counts as the rules do: one per character that people see as one, emoji and rare Chinese characters included. */
const characters = (text: string) => [...text].length

function TextControl({ max, lines, onChange, ...props }: ControlProps<string> & { max: number; lines?: number }) {
  const t = useT()
  // Typing past the limit is possible and marked; cutting off what somebody pastes would lose it unseen.
  const common = {
    ...props,
    placeholder: t('common.enter'),
    onChange: (event: { target: { value: string } }) => onChange?.(event.target.value),
  }
  return lines ? (
    <Input.TextArea {...common} rows={lines} count={{ max, show: true, strategy: characters }} />
  ) : (
    <Input {...common} count={{ max, strategy: characters }} autoComplete="off" />
  )
}

interface ChoiceProps extends ControlProps<string> {
  options: { value: string; label: string; disabled?: boolean }[]
  required?: boolean
  loading?: boolean
}

/** One of a few: radio buttons when they are few and one is needed, else a list that can be searched. */
export function ChoiceControl({ options, required, loading, onChange, ...props }: ChoiceProps) {
  const t = useT()
  const clearable = useClearable()
  if (required && options.length > 0 && options.length <= radioLimit) {
    return <Radio.Group {...props} options={options} onChange={event => onChange?.(event.target.value)} />
  }
  return (
    <Select
      {...props}
      options={options}
      loading={loading}
      allowClear={required ? false : clearable}
      placeholder={t('common.choose')}
      showSearch={options.length > 8 ? { optionFilterProp: 'label' } : false}
      onChange={value => onChange?.(value ?? null)}
    />
  )
}

export function DictControl({ type, ...props }: Omit<ChoiceProps, 'options'> & { type: string }) {
  const { data, isLoading } = useDict(type)
  const options = (data ?? []).map(item => ({ value: item.dictValue, label: item.dictLabel }))
  // Before its words have come, a value would show its bare key.
  return <ChoiceControl {...props} value={isLoading ? undefined : props.value} options={options} loading={isLoading} />
}
