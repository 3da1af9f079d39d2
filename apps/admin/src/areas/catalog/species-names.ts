import { queryKeys } from '@timbermark/client'
import { treeSpecies } from '@timbermark/contract/species'
import { useQuery } from '@tanstack/react-query'
import { useDict } from '../../entity/controls/use-dict.ts'
import { useClient, useT } from '../../shell/index.ts'

/** The names of a species, as the fields of a product. */
export interface SpeciesNames {
  foreignName: string
  chineseName: string
  latinGenus: string
  latinSpecies: string
}

const dictionary = 'tree_species'
const latin = new Map<string, readonly [string, string]>(treeSpecies.map(species => [species.value, species.latin]))

/** Labels of the species in one language, independent of the page's language. */
function useSpeciesIn(language: 'zh' | 'en') {
  const t = useT()
  const client = useClient()
  const pageLabels = useDict(t.language === language ? dictionary : undefined)
  const other = useQuery({
    queryKey: [...queryKeys.dict(dictionary), language],
    queryFn: ({ signal }) =>
      client.call('GET /system/dict/data/type/:type', {
        params: { type: dictionary },
        headers: { 'accept-language': language },
        signal,
      }),
    enabled: t.language !== language,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return t.language === language ? pageLabels.data : other.data
}

/**
 * The platform's species with their label in the page's language and the four names that a product needs. The foreign name
 * is in the reader's language, or English for Chinese readers. Entries that the platform added have no Latin names and are
 * not offered.
 */
export function useSpecies(): { label: string; value: string; names: SpeciesNames }[] {
  const t = useT()
  const current = useDict(dictionary)
  const chinese = useSpeciesIn('zh')
  const english = useSpeciesIn('en')
  const foreign = t.language === 'zh' ? english : current.data
  const labelIn = (list: typeof chinese, value: string) => list?.find(item => item.dictValue === value)?.dictLabel
  return (current.data ?? []).flatMap(({ dictValue: value, dictLabel: label }) => {
    const [latinGenus, latinSpecies] = latin.get(value) ?? []
    const [chineseName, foreignName] = [labelIn(chinese, value), labelIn(foreign, value)]
    if (!latinGenus || !latinSpecies || !chineseName || !foreignName) return []
    return [
      {
        label: `${label} · ${latinGenus} ${latinSpecies}`,
        value,
        names: { foreignName, chineseName, latinGenus, latinSpecies },
      },
    ]
  })
}
