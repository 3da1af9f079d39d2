import { type Language, languages } from '@timbermark/contract'
import type { Page } from 'playwright-core'
import { all } from '../../../../packages/phrases/src/all.ts'

const areas = [...new Set(Object.keys(all.en).map(key => key.split('.')[0]))]
/** A key instead of its text, or an unfilled placeholder. */
const raw = new RegExp(`(^|[^\\w.@/:-])(${areas.join('|')})(\\.[a-zA-Z][a-zA-Z0-9-]*){1,5}(?![\\w@/:-])|\\{\\w+\\}`)

const textsIn = (language: Language) => new Set<string>(Object.values(all[language]))
/** Texts that exist in another language and not in this one; short texts are skipped, because they may belong to any. */
const foreignTexts = (language: Language) => {
  const mine = textsIn(language)
  const others = languages.filter(other => other !== language).flatMap(other => Object.values<string>(all[other]))
  return new Set(others.filter(text => !mine.has(text) && text.length > 2))
}

/** All visible and accessible texts of the page that are not marked as code or as another language. */
const textsOf = (page: Page, language: Language): Promise<string[]> =>
  page.evaluate(language => {
    const texts = new Set([document.title])
    const note = (text: string | null, element: Element | null) => {
      const visible = text?.trim()
      if (
        !visible ||
        element?.closest('script, style, noscript, svg, code') ||
        !element?.closest('[lang]')?.matches(`[lang^=${language}]`)
      )
        return
      texts.add(visible)
    }
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode()) note(node.textContent, node.parentElement)
    for (const element of document.body.querySelectorAll('*'))
      for (const name of ['aria-label', 'alt', 'title', 'placeholder', 'aria-description'])
        note(element.getAttribute(name), element)
    return [...texts]
  }, language)

/** Texts of the page that are not in this language. */
export async function foreignTextsOn(page: Page, language: Language): Promise<string[]> {
  const texts = await textsOf(page, language)
  const foreign = foreignTexts(language)
  return texts.filter(
    text => raw.test(text) || foreign.has(text) || (language !== 'zh' && /\p{Script=Han}/u.test(text)),
  )
}
