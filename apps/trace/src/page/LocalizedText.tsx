import type { Language } from '@timbermark/contract'

interface Props {
  text: string
  /** Language of the text, when it is known. */
  of: Language | undefined
  /** The reader's language. */
  language: Language
  texts: { t(key: `shownIn.${Language}`): string }
}

/** A text that people wrote; a tag shows its language when it is not the reader's. */
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
