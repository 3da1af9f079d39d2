import type { Language } from '@timbermark/contract'
import { shownText, type Texts } from '@timbermark/contract/texts'

/**
 * What people named, in the reader's language; where it is given in another alone, that language stands behind it.
 * @param texts none in what an older version of the page kept
 */
export function nameFor(language: Language, main: string, texts: Texts | undefined): string {
  const shown = shownText(language, main, texts ?? {})
  return shown.in === undefined || shown.in === language ? shown.text : `${shown.text} (${shown.in.toUpperCase()})`
}
