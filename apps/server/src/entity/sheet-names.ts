import {
  type Field,
  isLanguage,
  type Language,
  languages,
  type Listed,
  phraseOf,
  textsKeyOf,
} from '@timbermark/contract'
import { pathLabel } from '@timbermark/phrases'
import { words } from '@timbermark/phrases/all'
import { isNaming } from './names.ts'

/** A column of a workbook that holds a name in one language: `nameTexts.fr` belongs to `name`. */
interface NameColumn {
  key: string
  title: string
}

/** The other languages of a name, as columns next to the name, which is in the user's language. */
export function otherLanguages(listed: Listed, key: string, field: Field, reader: Language): NameColumn[] {
  if (!isNaming(field) || field.readonly) return []
  return languages
    .filter(language => language !== reader)
    .map(language => {
      const column = `${textsKeyOf(key)}.${language}`
      return { key: column, title: pathLabel(words(reader), column, phraseOf(listed)) }
    })
}

/** The field and language of such a column; undefined for any other column. */
export function nameColumn(key: string): { textsKey: string; language: Language } | undefined {
  const [textsKey = '', language] = key.split('.')
  return isLanguage(language) ? { textsKey, language } : undefined
}
