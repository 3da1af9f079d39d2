import { countryCodes } from '@timbermark/contract/stages'
import { useEffect, useMemo, useState } from 'react'
import { useApp } from '../../app/context.ts'
import { readUsedSpecies } from '../../app/last-report-store.ts'
import { useCachedAnswer } from '../../app/use-cached-answer.ts'
import { dictPath } from '../../app/offline-calls.ts'
import type { DictEntry } from '../../report/wire.ts'
import type { InputBinding } from '../../ui/field.tsx'

interface Props {
  input: InputBinding
  value: string
  onChange: (value: string) => void
}

/** A choice from a dictionary, as the server last sent it; the species that this person reported last come first. */
export function DictInput({ input, type, value, onChange }: Props & { type: string }) {
  const { t } = useApp()
  const { data, loading } = useCachedAnswer<DictEntry[]>(dictPath(type))
  const used = useUsedSpecies(type)
  if (!data && !loading) return <p className="field-hint">{t('h5.dict.unknown')}</p>
  const known = data?.some(entry => entry.dictValue === value) ?? false
  const often = used.flatMap(one => data?.find(entry => entry.dictValue === one) ?? [])
  const others = data?.filter(entry => !often.includes(entry))
  return (
    <select {...input} value={value} onChange={event => onChange(event.target.value)}>
      <option value="">{t('common.choose')}</option>
      {value !== '' && !known && <option value={value}>{value}</option>}
      {often.length > 0 && <optgroup label={t('h5.country.often')}>{often.map(dictOption)}</optgroup>}
      {often.length > 0 ? (
        <optgroup label={t('h5.choice.others')}>{others?.map(dictOption)}</optgroup>
      ) : (
        others?.map(dictOption)
      )}
    </select>
  )
}

const dictOption = ({ dictValue, dictLabel }: DictEntry) => (
  <option key={dictValue} value={dictValue}>
    {dictLabel}
  </option>
)

function useUsedSpecies(dictionary: string): readonly string[] {
  const { cache } = useApp()
  const [used, setUsed] = useState<readonly string[]>([])
  useEffect(() => {
    if (dictionary !== 'tree_species') return
    let isCancelled = false
    void readUsedSpecies(cache).then(found => !isCancelled && setUsed(found))
    return () => {
      isCancelled = true
    }
  }, [cache, dictionary])
  return used
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
