import { countryCodes } from '@timbermark/contract'
import { namesOfCountries, speciesNames } from '@timbermark/contract/reading'
import { Radio, Select } from 'antd'
import { useMemo } from 'react'
import { useT } from '../../shell/index.ts'
import { useClearable } from './use-clearable.tsx'
import { useDict } from './use-dict.ts'
import type { ControlProps } from './control-props.ts'
import { searchOptions } from './search-options.ts'
import { useUsedSpecies } from './used-species.ts'

/** Up to this many options are shown as radio buttons instead of a select. */
const radioLimit = 3

interface Choice {
  value: string
  label: string
  disabled?: boolean
  /** Further names by which people look for it. */
  names?: readonly string[]
}

interface ChoiceProps extends ControlProps<string> {
  options: Choice[]
  /** Options in groups, drawn by a select instead of `options`. */
  groups?: Choice[]
  required?: boolean
  loading?: boolean
}

/** One option: radio buttons when there are few and one is required, else a select with search. */
export function ChoiceControl({ options, groups, required, loading, onChange, ...props }: ChoiceProps) {
  const t = useT()
  const clearable = useClearable()
  if (required && options.length > 0 && options.length <= radioLimit) {
    return <Radio.Group {...props} options={options} onChange={event => onChange?.(event.target.value)} />
  }
  return (
    <Select
      {...props}
      options={groups ?? options}
      loading={loading}
      allowClear={required ? false : clearable}
      placeholder={t('common.choose')}
      showSearch={options.length > 8 ? searchOptions : false}
      onChange={value => onChange?.(value ?? null)}
    />
  )
}

/** Yes or no. */
export function FlagControl({
  value,
  onChange,
  ...props
}: Omit<ChoiceProps, 'value' | 'onChange'> & ControlProps<boolean>) {
  return (
    <ChoiceControl
      {...props}
      value={typeof value === 'boolean' ? String(value) : undefined}
      onChange={chosen => onChange?.(chosen === null ? null : chosen === 'true')}
    />
  )
}

export function DictControl({ type, ...props }: Omit<ChoiceProps, 'options'> & { type: string }) {
  const { data, isLoading } = useDict(type)
  const options = useMemo(() => dictOptions(type, data ?? []), [type, data])
  const species = useUsedSpecies(type)
  return (
    <ChoiceControl
      {...props}
      // Without its labels the select would show the bare value.
      value={isLoading ? undefined : props.value}
      options={options}
      groups={species.group(options)}
      loading={isLoading}
      onChange={value => {
        species.remember(value)
        props.onChange?.(value)
      }}
    />
  )
}

const dictOptions = (type: string, entries: readonly { dictValue: string; dictLabel: string }[]) => {
  const further = type === 'tree_species' ? Map.groupBy(speciesNames(), ([value]) => value) : undefined
  return entries.map(({ dictValue, dictLabel }) => ({
    value: dictValue,
    label: dictLabel,
    names: [dictValue, ...(further?.get(dictValue)?.map(([, name]) => name) ?? [])],
  }))
}

/** A country, by its name in the user's language, sorted in that language. */
export function CountryControl(props: Omit<ChoiceProps, 'options'>) {
  const t = useT()
  const options = useMemo(() => {
    const names = new Intl.DisplayNames([t.locale], { type: 'region' })
    const sorter = new Intl.Collator(t.locale)
    const further = namesOfCountries()
    return countryCodes
      .map(code => ({ value: code, label: names.of(code) ?? code, names: further.get(code) ?? [] }))
      .sort((a, b) => sorter.compare(a.label, b.label))
  }, [t.locale])
  return <ChoiceControl {...props} options={options} />
}
