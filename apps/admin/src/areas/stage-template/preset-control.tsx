import { useClearable } from '../../entity/use-clearable.tsx'
import type { StageField } from '@timbermark/contract'
import { countryCodes } from '@timbermark/contract/stages'
import { Input, Select } from 'antd'
import { useMemo } from 'react'
import { type ControlProps, DictControl } from '../../entity/controls/control.tsx'
import { DayControl } from '../../entity/controls/day-control.tsx'
import { NumberControl } from '../../entity/controls/number-control.tsx'
import { useT } from '../../shell/index.ts'

/** The control of a stage's field; values are those of a report. */
export function PresetControl({ field, ...props }: ControlProps & { field: StageField }) {
  const t = useT()
  const clearable = useClearable()
  const { value, onChange, ...rest } = props
  switch (field.type) {
    case 'longText':
      return (
        <Input.TextArea
          {...rest}
          rows={3}
          value={(value as string | undefined) ?? ''}
          onChange={event => onChange?.(event.target.value)}
        />
      )
    case 'number':
    case 'integer':
      return <NumberControl {...(props as ControlProps<number | string>)} exact unit={field.unit} />
    case 'date':
    case 'datetime':
      return <DayControl {...(props as ControlProps<string>)} time={field.type === 'datetime'} />
    case 'yesNo':
      return (
        <Select<string>
          {...rest}
          allowClear={clearable}
          placeholder={t('common.choose')}
          value={typeof value === 'boolean' ? String(value) : undefined}
          options={[
            { value: 'true', label: t('common.yes') },
            { value: 'false', label: t('common.no') },
          ]}
          onChange={chosen => onChange?.(chosen === undefined ? null : chosen === 'true')}
        />
      )
    case 'choice':
      return (
        <Select<string>
          {...rest}
          allowClear={clearable}
          placeholder={t('common.choose')}
          value={value as string | undefined}
          options={(field.options ?? []).map(option => ({ value: option, label: t.from(`stage.option.${option}`) }))}
          onChange={chosen => onChange?.(chosen ?? null)}
        />
      )
    case 'dict':
      return <DictControl {...(props as ControlProps<string>)} type={field.dict ?? ''} />
    case 'country':
      return <CountryControl {...(props as ControlProps<string>)} />
    case 'coordinates':
      return <CoordinatesControl {...(props as ControlProps<[string, string]>)} />
    default:
      return (
        <Input
          {...rest}
          autoComplete="off"
          value={(value as string | undefined) ?? ''}
          onChange={event => onChange?.(event.target.value)}
        />
      )
  }
}

function CountryControl({ value, onChange, ...props }: ControlProps<string>) {
  const t = useT()
  const clearable = useClearable()
  const options = useMemo(() => {
    const names = new Intl.DisplayNames([t.locale], { type: 'region' })
    const sorter = new Intl.Collator(t.locale)
    return countryCodes
      .map(code => ({ value: code, label: names.of(code) ?? code }))
      .sort((a, b) => sorter.compare(a.label, b.label))
  }, [t.locale])
  return (
    <Select
      {...props}
      allowClear={clearable}
      placeholder={t('common.choose')}
      value={value ?? undefined}
      options={options}
      showSearch={{ optionFilterProp: 'label' }}
      onChange={chosen => onChange?.(chosen ?? null)}
    />
  )
}

/** Longitude and latitude; with one of the two missing there is no place. */
function CoordinatesControl({ id, value, onChange, disabled }: ControlProps<[string, string]>) {
  const t = useT()
  const [longitude = '', latitude = ''] = value ?? []
  const change = (next: [string, string]) => onChange?.(next.every(part => part === '') ? null : next)
  const part = (at: 0 | 1, label: string) => (
    <NumberControl
      id={at === 0 ? id : undefined}
      exact
      disabled={disabled}
      aria-label={label}
      placeholder={label}
      value={[longitude, latitude][at] || undefined}
      onChange={degrees => change(at === 0 ? [String(degrees ?? ''), latitude] : [longitude, String(degrees ?? '')])}
    />
  )
  return (
    <div className="tm-day-range">
      {part(0, t('trace.scan-log.longitude'))}
      {part(1, t('trace.scan-log.latitude'))}
    </div>
  )
}
