import { countryCodes } from '@timbermark/contract/stages'
import { useMemo } from 'react'
import { useApp } from '../app/context.ts'
import { useCachedAnswer } from '../app/use-cached-answer.ts'
import { dictPath } from '../app/offline-calls.ts'
import type { DictEntry } from '../report/wire.ts'
import type { InputBinding } from '../ui/field.tsx'

interface Props {
  input: InputBinding
  value: string
  onChange: (value: string) => void
}

/** A choice from a dictionary, as the server last sent it. */
export function DictInput({ input, type, value, onChange }: Props & { type: string }) {
  const { t } = useApp()
  const { data, loading } = useCachedAnswer<DictEntry[]>(dictPath(type))
  if (!data && !loading) return <p className="field-hint">{t('h5.dict.unknown')}</p>
  const known = data?.some(entry => entry.dictValue === value) ?? false
  return (
    <select {...input} value={value} onChange={event => onChange(event.target.value)}>
      <option value="">{t('common.choose')}</option>
      {value !== '' && !known && <option value={value}>{value}</option>}
      {data?.map(entry => (
        <option key={entry.dictValue} value={entry.dictValue}>
          {entry.dictLabel}
        </option>
      ))}
    </select>
  )
}

/** The countries that most wood comes from and goes to, first, so that nobody scrolls through 249 names for them. */
const frequentCountries = ['GA', 'CM', 'CG', 'CD', 'GQ', 'CF', 'CN', 'VN', 'MY', 'RU', 'FR', 'BE']

/** A choice of a country or territory, by its name in the reader's language. */
export function CountryInput({ input, value, onChange }: Props) {
  const { t } = useApp()
  const { frequent, all } = useMemo(() => countriesIn(t.locale), [t.locale])
  return (
    <select {...input} value={value} onChange={event => onChange(event.target.value)}>
      <option value="">{t('common.choose')}</option>
      <optgroup label={t('h5.country.often')}>{frequent.map(option)}</optgroup>
      <optgroup label={t('h5.country.all')}>{all.map(option)}</optgroup>
    </select>
  )
}

interface Country {
  code: string
  name: string
}

const option = ({ code, name }: Country) => (
  <option key={code} value={code}>
    {name}
  </option>
)

function countriesIn(locale: string): { frequent: Country[]; all: Country[] } {
  const names = new Intl.DisplayNames([locale], { type: 'region' })
  const named = (code: string): Country => ({ code, name: names.of(code) ?? code })
  const collator = new Intl.Collator(locale)
  const all = countryCodes.filter(code => !frequentCountries.includes(code)).map(named)
  return { frequent: frequentCountries.map(named), all: all.sort((a, b) => collator.compare(a.name, b.name)) }
}
