import { date, flag, text } from '../field.ts'
import { defineView } from '../view.ts'

const name = { max: 300, readonly: true } as const

/**
 * The trade species that products, codes and reports can have: the delivered ones, and entries that the operator added to the
 * dictionary. Those have neither Latin names nor a listing.
 */
export const tradeSpecies = defineView({
  area: 'material',
  name: 'species',
  label: 'code',
  unscoped: 'the same list for everybody: apps/server/test/material/species.test.ts',
  defaultColumns: ['code', 'pilotName', 'latinName', 'chineseName', 'englishName', 'frenchName', 'listed', 'covers'],
  searches: {
    /** Any name: pilot, Latin, of the three languages, of the producing countries. */
    name: text({ max: 100, search: 'like' }),
  },
  fields: {
    code: text({ ...name, search: 'like', sortable: true, required: true }),
    pilotName: text(name),
    latinName: text(name),
    chineseName: text(name),
    englishName: text(name),
    frenchName: text(name),
    otherNames: text({ ...name, hideInList: true }),
    /** Whether CITES lists any population of it. */
    listed: flag({ readonly: true, required: true, search: 'eq' }),
    appendix: text(name),
    annotation: text(name),
    /** The populations that are listed, in words; empty for all. */
    population: text(name),
    since: date({ readonly: true }),
    /** What the annotation covers, in words. */
    covers: text(name),
  },
  operations: ['list', 'export'],
})

/** Annotations of CITES whose goods are explained in words (phrases `material.covers.<number>`; `all` without an annotation). */
export const explainedAnnotations = ['all', '4', '5', '6', '7', '10', '15', '17'] as const
