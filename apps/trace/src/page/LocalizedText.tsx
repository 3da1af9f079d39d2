import type { Language } from '@timbermark/contract'
import type { Texts } from '../texts.ts'

interface Props {
  text: string
  /** In which language it is, where somebody said. */
  of: Language | undefined
  /** The reader's. */
  language: Language
  texts: Texts
}

/** A text that people gave; where it is not in the reader's language, a mark says in which it is. */
export function LocalizedText({ text, of, language, texts }: Props) {
  if (!of || of === language) return <>{text}</>
  const note = texts.t(`shownIn.${of}`)
  return (
    <>
      <span lang={of}>{text}</span>{' '}
      <span className="tag language" title={note}>
        <span aria-hidden="true">{of.toUpperCase()}</span>
        <span className="hidden">{note}</span>
      </span>
    </>
  )
}
