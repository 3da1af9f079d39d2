import { explainedAnnotations, type Language, languages, type Texts, tradeSpecies } from '@timbermark/contract'
import { citesSource, latinNames } from '@timbermark/contract/cites'
import { citesCover } from '@timbermark/contract/cites-cover'
import { searchKey, speciesNames } from '@timbermark/contract/reading'
import { pilotNames } from '@timbermark/contract/pilot-names'
import { treeSpecies } from '@timbermark/contract/species'
import { phrase } from '@timbermark/phrases/all'
import { nameIn } from '../../entity/names.ts'
import { type FoundRow, readingOf } from '../../entity/read-rows.ts'
import { viewRoutes } from '../../entity/view-routes.ts'
import { containsText, sql } from '../../platform/database/sql.ts'
import type { RouteSpec } from '../../platform/http/http.ts'

/** The listing of any population on the day of the delivered list. */
const listingOf = (code: string) => {
  const latin = latinNames(code)
  return latin && citesCover(latin, undefined, citesSource.asOf)
}

const listedCodes = treeSpecies.map(({ value }) => value).filter(code => listingOf(code) !== undefined)

/** Every delivered name of each species, as searches compare names. */
const nameKeys: readonly (readonly [code: string, key: string])[] = [
  ...speciesNames(),
  ...Object.entries(pilotNames),
  ...treeSpecies.flatMap(({ value }) =>
    [value, ...languages.map(language => phrase(language, `dict.tree_species.${value}`))].map(
      name => [value, name] as const,
    ),
  ),
].map(([code, name]) => [code, searchKey(name)])

const codesNamed = (text: string) => {
  const key = searchKey(text)
  return [...new Set(nameKeys.flatMap(([code, name]) => (key !== '' && name.includes(key) ? code : [])))]
}

/** Names of the producing countries, former scientific names and other further names. */
const furtherNames = (code: string) =>
  speciesNames()
    .filter(([value, name]) => value === code && name !== latinNames(code)?.join(' '))
    .map(([, name]) => name)
    .join(', ')

/** Which goods an annotation covers, in words; the annotation itself where nobody has put it into words. */
function goodsOf(annotation: string, language: Language): string {
  const number = annotation === '' ? 'all' : annotation.replace('#', '')
  const explained = explainedAnnotations.find(one => one === number)
  return explained ? phrase(language, `material.covers.${explained}`) : annotation
}

interface EntryRow extends FoundRow {
  code: string
  label: string
  texts: Texts
  key: string | null
}

const reading = readingOf(tradeSpecies, {
  table: 'dict_data',
  // The dictionary belongs to no enterprise.
  shared: true,
  columns: {
    code: sql`t.dict_value`,
    pilotName: 'computedInCode',
    latinName: 'computedInCode',
    chineseName: 'computedInCode',
    englishName: 'computedInCode',
    frenchName: 'computedInCode',
    otherNames: 'computedInCode',
    listed: sql`t.dict_value = any(${listedCodes})`,
    appendix: 'computedInCode',
    annotation: 'computedInCode',
    population: 'computedInCode',
    since: 'computedInCode',
    covers: 'computedInCode',
  },
  more: sql`t.dict_label as label, t.dict_label_texts as texts, t.label_key as key`,
  search: {
    name: text => sql`(t.dict_value = any(${codesNamed(text)}) or ${containsText(sql`t.dict_label`, text)})`,
  },
  where: () => sql`t.dict_type = 'tree_species' and t.status = '0'`,
  order: sql`t.dict_sort, t.id`,
  toRows: (rows: EntryRow[], { language }) =>
    rows.map(({ id, code, label, texts, key }) => {
      const named = (of: Language) => nameIn(of, label, texts, key)
      const taxon = listingOf(code)
      return {
        id,
        code,
        pilotName: pilotNames[code] ?? null,
        latinName: latinNames(code)?.join(' ') ?? null,
        chineseName: named('zh'),
        englishName: named('en'),
        frenchName: named('fr'),
        otherNames: furtherNames(code) || null,
        listed: taxon !== undefined,
        appendix: taxon?.appendix ?? null,
        annotation: taxon?.annotation || null,
        population: taxon?.population ? phrase(language, `trade.cites.population.${taxon.population}`) : null,
        since: taxon?.since ?? null,
        covers: taxon ? goodsOf(taxon.annotation, language) : null,
      }
    }),
})

export const speciesRoutes: RouteSpec[] = [
  ...viewRoutes(reading, {
    summary: 'Trade species with their names and CITES listings',
    sheet: { cells: { listed: (value, language) => phrase(language, value ? 'common.yes' : 'common.no') } },
  }),
]
