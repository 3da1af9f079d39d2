import { type Language, languages, textsKeyOf, textsOf } from '@timbermark/contract'
import { useT } from '../../shell/index.ts'
import type { Row } from '../types.ts'

/** Says in which language a name is shown, where it is not the reader's. @param name key of the text in the row */
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

/** Has the text of a row a mark beside it? */
export function isInOtherLanguage(row: Row, name: string, language: Language): boolean {
  const texts = textsOf(row[textsKeyOf(name)])
  return texts[language] === undefined && Object.values(texts).includes(String(row[name]))
}
