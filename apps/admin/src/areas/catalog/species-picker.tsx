import { speciesNames } from '@timbermark/contract/reading'
import { Select } from 'antd'
import { useId, useMemo } from 'react'
import { containsText } from '../../entity/controls/search-options.ts'
import { useUsedSpecies } from '../../entity/controls/used-species.ts'
import { useT } from '../../shell/index.ts'
import { type SpeciesNames, useSpecies } from './species-names.ts'

/** Pilot, trade and former names, by value. */
const namesOfSpecies = () =>
  new Map(
    [...Map.groupBy(speciesNames(), ([value]) => value)].map(([value, names]) => [
      value,
      names.map(([, name]) => name),
    ]),
  )

/** Finds a species by any of its names and fills in the others. It is not a field of the product; the filled-in names are. */
export function SpeciesPicker({ fill }: { fill: (names: SpeciesNames) => void }) {
  const t = useT()
  const id = useId()
  const species = useSpecies()
  const further = useMemo(namesOfSpecies, [])
  const used = useUsedSpecies()
  return (
    <div className="ant-form-item tm-form-wide tm-species">
      <label htmlFor={id}>{t('catalog.product.species')}</label>
      <Select
        id={id}
        className="tm-full"
        placeholder={t('common.choose')}
        loading={species.length === 0}
        options={used.group(species)}
        showSearch={{
          filterOption: (typed, option) =>
            containsText(typed, [
              option?.label,
              ...Object.values(option?.names ?? {}),
              ...(further.get(String(option?.value)) ?? []),
            ]),
        }}
        onChange={value => {
          const chosen = species.find(one => one.value === value)
          if (!chosen) return
          used.remember(chosen.value)
          fill(chosen.names)
        }}
      />
      <p className="tm-muted tm-hint">{t('catalog.product.speciesHint')}</p>
    </div>
  )
}
