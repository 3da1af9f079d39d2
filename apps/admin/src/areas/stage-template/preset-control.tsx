import { useClearable } from '../../entity/use-clearable.tsx'
import type { StageField } from '@timbermark/contract'
import { countryCodes } from '@timbermark/contract/stages'
import { Input, InputNumber, Select } from 'antd'
import { useMemo } from 'react'
import { type ControlProps, DictControl } from '../../entity/controls/control.tsx'
import { DayControl } from '../../entity/controls/day-control.tsx'
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
      return (
        <InputNumber<string>
          {...rest}
          stringMode
          controls={false}
          className="tm-full"
          value={value === undefined || value === null ? undefined : String(value)}
          suffix={field.unit && t.from(`unit.${field.unit}`)}
          onChange={number => onChange?.(number === null ? null : String(number))}
        />
      )
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
  const part = (at: 0 | 1, label: string, max: number) => (
    <InputNumber<string>
      id={at === 0 ? id : undefined}
      stringMode
      controls={false}
      disabled={disabled}
      className="tm-full"
      aria-label={label}
      placeholder={label}
      min={String(-max)}
      max={String(max)}
      value={[longitude, latitude][at] || undefined}
      onChange={degrees => change(at === 0 ? [degrees ?? '', latitude] : [longitude, degrees ?? ''])}
    />
  )
  return (
    <div className="tm-day-range">
      {part(0, t('trace.scan-log.longitude'), 180)}
      {part(1, t('trace.scan-log.latitude'), 90)}
    </div>
  )
}
