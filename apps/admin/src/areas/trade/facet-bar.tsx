import type { Query } from '@timbermark/client'
import { formatNumber } from '@timbermark/client'
import { listings, maxVolume } from '@timbermark/contract'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { InputNumber, Select } from 'antd'
import { useSearchParams } from 'react-router'
import { filterParams } from '../../entity/list/query-state.ts'
import { useDict } from '../../entity/controls/use-dict.ts'
import { countryName } from '../../entity/values/kind-value.tsx'
import { useListState } from '../../entity/list/use-list-state.ts'
import { useClient, useT, useCurrentQuery } from '../../shell/index.ts'
import { useClearable } from '../../entity/controls/use-clearable.tsx'
import { searchOptions } from '../../entity/controls/search-options.ts'

const facets = ['species', 'form', 'place'] as const
/** The product comes from another screen's address; it finds only the enterprise's own listings. */
const parameters = [...facets, 'volumeFrom', 'volumeTo', 'productId'] as const
type Word = (typeof parameters)[number]

/** The facets in the address, which narrow the listings in addition to the search form. */
export function useFacets(): [Query, (word: Word, value: string | undefined) => void] {
  const [search, setSearch] = useSearchParams()
  const currentQuery = useCurrentQuery()
  const query = Object.fromEntries(parameters.flatMap(word => (search.get(word) ? [[word, search.get(word)!]] : [])))
  const narrow = (word: Word, value: string | undefined) => {
    const next = currentQuery()
    if (value) next.set(word, value)
    else next.delete(word)
    // Another list starts at its first page.
    next.delete('page')
    setSearch(next)
  }
  return [query, narrow]
}

/** Species, form and place with the number of listings for each, and the range of the volume. */
export function FacetBar({ query }: { query: Query }) {
  const t = useT()
  const clearable = useClearable()
  const client = useClient()
  const { state } = useListState(listings)
  const [chosen, narrow] = useFacets()
  const allFilters: Query = { ...(filterParams(listings, state.filters) as Query), ...query }
  const { data } = useQuery({
    queryKey: ['entity', 'trade/listing', 'facets', allFilters],
    queryFn: ({ signal }) => client.call('GET /trade/listing/facets', { query: allFilters, signal }),
    placeholderData: keepPreviousData,
  })
  const dictionaries = { species: useDict('tree_species').data, form: useDict('wood_kind').data, place: undefined }
  const labelOf = (word: (typeof facets)[number], value: string) =>
    (word === 'place' ? countryName(value, t.locale) : undefined) ??
    dictionaries[word]?.find(item => item.dictValue === value)?.dictLabel ??
    value
  const options = (word: (typeof facets)[number]) => {
    const counted = data?.[word] ?? []
    const selected = chosen[word]
    // A selected value must stay selectable for removal, even when no listing is left.
    const all: { value: string; count?: number }[] =
      typeof selected !== 'string' || counted.some(({ value }) => value === selected)
        ? [...counted]
        : [...counted, { value: selected, count: data?.more ? undefined : 0 }]
    // When the count is incomplete, values without a count may have listings too, and counts are lower bounds.
    if (data?.more)
      for (const { dictValue } of dictionaries[word] ?? [])
        if (!all.some(({ value }) => value === dictValue)) all.push({ value: dictValue })
    return all.map(({ value, count }) => ({
      value,
      label:
        count === undefined
          ? labelOf(word, value)
          : `${labelOf(word, value)} (${formatNumber(count, t.language)}${data?.more ? '+' : ''})`,
    }))
  }
  const volume = (word: 'volumeFrom' | 'volumeTo') => (
    <InputNumber
      key={`${word} ${chosen[word] ?? ''}`}
      className="tm-facet-number"
      aria-label={t(`trade.listing.${word}`)}
      placeholder={`${t(`trade.listing.${word}`)} · ${t('unit.m3')}`}
      min="0"
      max={String(maxVolume)}
      precision={3}
      stringMode
      controls={false}
      formatter={value => String(value ?? '').replace(/\.?0+$/, match => (match.startsWith('.') ? '' : match))}
      defaultValue={typeof chosen[word] === 'string' ? chosen[word] : undefined}
      onBlur={event => {
        const typed = event.target.value.replace(',', '.').trim()
        const value = /^\d+(\.\d{1,3})?$/.test(typed) ? typed : undefined
        if (value !== chosen[word]) narrow(word, value)
      }}
      onPressEnter={event => event.currentTarget.blur()}
    />
  )
  return (
    <fieldset className="tm-facets">
      <legend>{t('trade.listing.facets')}</legend>
      {facets.map(word => (
        <Select
          key={word}
          className="tm-facet"
          aria-label={t(`trade.listing.${word}`)}
          placeholder={t(`trade.listing.${word}`)}
          allowClear={clearable}
          showSearch={searchOptions}
          value={typeof chosen[word] === 'string' ? chosen[word] : undefined}
          options={options(word)}
          onChange={(value: string | undefined) => narrow(word, value)}
        />
      ))}
      {volume('volumeFrom')}
      {volume('volumeTo')}
      {data?.more && (
        <span className="tm-muted tm-hint">
          {t('trade.listing.facetsNewest', { n: formatNumber(data.counted, t.language) })}
        </span>
      )}
    </fieldset>
  )
}
