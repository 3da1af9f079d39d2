import type { Language } from '../types.ts'
import type { Memory } from './storage.ts'

const key = 'language'
const names: readonly string[] = ['zh', 'en', 'fr'] satisfies Language[]

function setCookie(language: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store interface is missing in half of the browsers in the field.
  document.cookie = `${key}=${language}; path=/; max-age=31536000; samesite=lax`
}

function cookie(): string | undefined {
  return new RegExp(`(?:^|; )${key}=([^;]*)`).exec(document.cookie)?.[1]
}

/** The page's address without a language in it: the stored choice counts from now on. */
function plainAddress(): string {
  const url = new URL(location.href)
  url.searchParams.delete('lang')
  return url.href
}

/** Stores the choice where the server (cookie) and the other pages (local storage) look, and reloads. */
export function chooseLanguage(language: string, local: Memory, beforeReload: () => void): void {
  local.set(key, language)
  setCookie(language)
  beforeReload()
  location.replace(plainAddress())
}

/**
 * A choice made on another page of the product, of which the server knows nothing: true when the page reloads for it.
 * Only when no cookie says otherwise and the address does not ask for a language; never twice.
 */
export function followStoredLanguage(shown: Language, local: Memory): boolean {
  const stored = local.get(key)
  if (
    !stored ||
    !names.includes(stored) ||
    stored === shown ||
    cookie() ||
    new URL(location.href).searchParams.has('lang')
  )
    return false
  setCookie(stored)
  if (cookie() !== stored) return false
  location.replace(location.href)
  return true
}

/** Turns the language links of the page into switches, also those of a page that is drawn later. */
export function bindLanguageLinks(root: Document, local: Memory, beforeReload: () => void): void {
  root.addEventListener('click', event => {
    const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>('a[data-language]')
    if (!link) return
    event.preventDefault()
    chooseLanguage(link.dataset.language ?? '', local, beforeReload)
  })
}
