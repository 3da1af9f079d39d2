import { isLanguage } from '../format.ts'
import type { Language } from '../types.ts'
import type { SafeStorage } from './storage.ts'

const languageKey = 'language'

function setCookie(language: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the cookie store interface is missing in half of the browsers in use.
  document.cookie = `${languageKey}=${language}; path=/; max-age=31536000; samesite=lax`
}

function readCookie(): string | undefined {
  return new RegExp(`(?:^|; )${languageKey}=([^;]*)`).exec(document.cookie)?.[1]
}

/** The page's address without a language: from now on the stored choice decides. */
function plainAddress(): string {
  const url = new URL(location.href)
  url.searchParams.delete('lang')
  return url.href
}

/** Stores the choice for the server (cookie) and for the other pages (local storage), and reloads. */
export function chooseLanguage(language: string, local: SafeStorage, beforeReload: () => void): void {
  local.set(languageKey, language)
  setCookie(language)
  beforeReload()
  location.replace(plainAddress())
}

/**
 * Applies a language that was chosen on another page of the product, unknown to the server. Only when there is no cookie and no
 * language in the address, and never twice.
 * @returns whether the page reloads
 */
export function followStoredLanguage(current: Language, local: SafeStorage): boolean {
  const stored = local.get(languageKey)
  if (
    !stored ||
    !isLanguage(stored) ||
    stored === current ||
    readCookie() ||
    new URL(location.href).searchParams.has('lang')
  )
    return false
  setCookie(stored)
  if (readCookie() !== stored) return false
  location.replace(location.href)
  return true
}

/** Turns the language links into switches, also those of a page that is drawn later. */
export function bindLanguageLinks(root: Document, local: SafeStorage, beforeReload: () => void): void {
  root.addEventListener('click', event => {
    const link = (event.target as Element | null)?.closest?.<HTMLAnchorElement>('a[data-language]')
    if (!link) return
    event.preventDefault()
    chooseLanguage(link.dataset.language ?? '', local, beforeReload)
  })
}
