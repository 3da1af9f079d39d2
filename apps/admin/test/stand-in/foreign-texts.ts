import { type Language, languages } from '@timbermark/contract'
import type { Page } from 'playwright-core'
import { all } from '../../../../packages/phrases/src/all.ts'

const areas = [...new Set(Object.keys(all.en).map(key => key.split('.')[0]))]
/** A key instead of its text, or a placeholder that nobody filled. */
const raw = new RegExp(`(^|[^\\w.@/:-])(${areas.join('|')})(\\.[a-zA-Z][a-zA-Z0-9-]*){1,5}(?![\\w@/:-])|\\{\\w+\\}`)

const own = (language: Language) => new Set<string>(Object.values(all[language]))
/** Texts that another language says and this one does not; single Latin words may be anybody's. */
const strangers = (language: Language) => {
  const mine = own(language)
  const others = languages.filter(other => other !== language).flatMap(other => Object.values<string>(all[other]))
  return new Set(others.filter(text => !mine.has(text) && text.length > 2))
}

/** Everything that is read or read out on the page and is not marked as being code or in another language. */
const textsOf = (page: Page, language: Language): Promise<string[]> =>
  page.evaluate(language => {
    const texts = new Set([document.title])
    const note = (text: string | null, element: Element | null) => {
      const said = text?.trim()
      if (
        !said ||
        element?.closest('script, style, noscript, svg, code') ||
        !element?.closest('[lang]')?.matches(`[lang^=${language}]`)
      )
        return
      texts.add(said)
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) note(node.textContent, node.parentElement)
    for (const element of document.body.querySelectorAll('*'))
      for (const name of ['aria-label', 'alt', 'title', 'placeholder', 'aria-description'])
        note(element.getAttribute(name), element)
    return [...texts]
  }, language)

/** What on the page is not said in this language. */
export async function foreignOn(page: Page, language: Language): Promise<string[]> {
  const texts = await textsOf(page, language)
  const foreign = strangers(language)
  return texts.filter(
    text => raw.test(text) || foreign.has(text) || (language !== 'zh' && /\p{Script=Han}/u.test(text)),
  )
}
