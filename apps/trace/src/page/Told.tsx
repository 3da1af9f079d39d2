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
export function Told({ text, of, language, texts }: Props) {
  if (!of || of === language) return <>{text}</>
  const said = texts.t(`shownIn.${of}`)
  return (
    <>
      <span lang={of}>{text}</span>{' '}
      <span className="tag language" title={said}>
        <span aria-hidden="true">{of.toUpperCase()}</span>
        <span className="hidden">{said}</span>
      </span>
    </>
  )
}
