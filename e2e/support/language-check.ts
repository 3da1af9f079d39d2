import { type Language, languages } from '@timbermark/contract'
import { all } from '@timbermark/phrases/all'
import type { Page } from 'playwright-core'

/** Attributes that are shown or read out in addition to the text itself. */
const textAttributes = [
  'aria-label',
  'aria-description',
  'aria-roledescription',
  'alt',
  'title',
  'placeholder',
  'data-tooltip',
]

/**
 * From now on notes every text that appears on the loaded page, however short it stays: messages that vanish, tooltips,
 * what a list says while it loads. What is marked as being in another language is left out.
 */
export async function recordTexts(page: Page, language: Language): Promise<void> {
  await page.locator('html').evaluate(
    (root, { language, spoken }) => {
      const document = root.ownerDocument
      const view = document.defaultView
      if (view.heard) return
      const texts: Set<string> = new Set()
      view.heard = texts
      const note = (text: string | null, element: typeof root | null) => {
        if (!text?.trim() || !element?.isConnected || element.closest('script, style, noscript, template')) return
        if (element.closest('[lang]').getAttribute('lang').startsWith(language)) texts.add(text.trim())
      }
      const noteElement = (element: typeof root) => {
        for (const name of spoken) note(element.getAttribute(name), element)
        for (const child of element.childNodes) if (child.nodeType === 3) note(child.textContent, element)
      }
      const noteTree = (node: typeof root) => {
        if (node.nodeType === 3) note(node.textContent, node.parentElement)
        if (node.nodeType !== 1) return
        noteElement(node)
        for (const element of node.querySelectorAll('*')) noteElement(element)
      }
      new view.MutationObserver((changes: (typeof root)[]) => {
        for (const { type, target, addedNodes } of changes) {
          if (type === 'childList') for (const node of addedNodes) noteTree(node)
          else if (type === 'attributes') noteElement(target)
          else note(target.textContent, target.parentElement)
        }
      }).observe(root, {
        subtree: true,
        childList: true,
        characterData: true,
        attributes: true,
        attributeFilter: spoken,
      })
      noteTree(root)
    },
    { language, spoken: textAttributes },
  )
}

/** Everything that appeared since the last call, and the current values of the fields. */
export async function takeTexts(page: Page): Promise<string[]> {
  const texts: string[] = await page.locator('html').evaluate(root => {
    const { heard } = root.ownerDocument.defaultView
    const texts = [...heard]
    heard.clear()
    const fields = root.querySelectorAll('input:not([type=password], [type=checkbox], [type=radio]), textarea')
    return [...texts, ...[...fields].map((field: typeof root) => field.value)]
  })
  return [...new Set(texts)].filter(text => text.trim() !== '')
}

const hasPlaceholder = /\{\w+\}/

/** A phrase with its placeholders filled, as a pattern. */
const toPattern = (phrase: string) =>
  new RegExp(
    `^${phrase
      .split(hasPlaceholder)
      .map(part => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+')}$`,
    's',
  )

/** Words that hold English sentences together and that French does not have. */
const englishWords =
  /\b(the|and|of|with|without|from|this|that|these|your|you|has|have|been|was|were|are|is|must|cannot|please|select|click|choose|enter)\b/i
const han = /\p{Script=Han}/u

/** The technical name of a permission, shown to those who grant it: no words of a language. */
const permission = /^[a-z]+(:[a-zA-Z-]+){2}$/

/**
 * What of these texts a reader of `language` would find foreign: phrases of the others, also with their placeholders
 * filled, Chinese characters, English sentences. Names in `data` belong to no language.
 */
export function findForeignTexts(texts: readonly string[], language: Exclude<Language, 'zh'>, data: readonly string[]) {
  const phrases = Object.values(all[language])
  const plain = new Set(phrases)
  const phrasePatterns = phrases.filter(phrase => hasPlaceholder.test(phrase)).map(toPattern)
  const others = languages.filter(other => other !== language).flatMap(other => Object.values(all[other]))
  // A single word may well be a word of both, or a name.
  const foreign = new Set(
    others.filter(phrase => / /.test(phrase) && !plain.has(phrase) && !hasPlaceholder.test(phrase)),
  )
  const patterns = others
    // A phrase of little more than its placeholder would match anything.
    .filter(phrase => hasPlaceholder.test(phrase) && /\p{L}{2,}\P{L}+\p{L}{2,}/u.test(phrase.replace(/\{\w+\}/g, '')))
    .map(toPattern)
  return texts.filter(text => {
    if (plain.has(text) || data.includes(text) || permission.test(text)) return false
    const rest = data.reduce((left, name) => left.replaceAll(name, ''), text)
    if (foreign.has(text) || han.test(rest)) return true
    if (language === 'fr' && englishWords.test(rest)) return true
    return patterns.some(pattern => pattern.test(text)) && !phrasePatterns.some(pattern => pattern.test(text))
  })
}
