import { type Language, languages, textsKeyOf, textsOf } from '@timbermark/contract'
import { useT } from '../../shell/index.ts'
import type { Row } from '../types.ts'

/** Says in which language a name is shown, where it is not the reader's. @param name key of the text in the row */
export function LanguageMark({ row, name }: { row: Readonly<Record<string, unknown>>; name: string }) {
  const t = useT()
  const texts = textsOf(row[textsKeyOf(name)])
  const shown = texts[t.language] === undefined ? languages.find(language => texts[language] === row[name]) : undefined
  if (!shown) return null
  const said = t(`shownIn.${shown}`)
  return (
    <span className="tm-language" title={said}>
      <span aria-hidden="true">{shown.toUpperCase()}</span>
      <span className="tm-visually-hidden">{said}</span>
    </span>
  )
}

/** Has the text of a row a mark beside it? */
export function isStrange(row: Row, name: string, language: Language): boolean {
  const texts = textsOf(row[textsKeyOf(name)])
  return texts[language] === undefined && Object.values(texts).includes(String(row[name]))
}
