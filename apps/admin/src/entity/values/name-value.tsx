import { type Language, languages, textsKeyOf, textsOf } from '@timbermark/contract'
import { useT } from '../../shell/index.ts'
import type { Row } from '../types.ts'

/** Shows the language of a text that is not in the user's language. @param name key of the text in the row */
export function LanguageMark({ row, name }: { row: Readonly<Record<string, unknown>>; name: string }) {
  const t = useT()
  const texts = textsOf(row[textsKeyOf(name)])
  const shownLanguage =
    texts[t.language] === undefined ? languages.find(language => texts[language] === row[name]) : undefined
  if (!shownLanguage) return null
  const description = t(`shownIn.${shownLanguage}`)
  return (
    <span className="tm-language" title={description}>
      <span aria-hidden="true">{shownLanguage.toUpperCase()}</span>
      <span className="tm-visually-hidden">{description}</span>
    </span>
  )
}

/** Whether the text of a row gets a language mark. */
export function isInOtherLanguage(row: Row, name: string, language: Language): boolean {
  const texts = textsOf(row[textsKeyOf(name)])
  return texts[language] === undefined && Object.values(texts).includes(String(row[name]))
}
