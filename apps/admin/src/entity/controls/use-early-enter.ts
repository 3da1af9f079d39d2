import { type KeyboardEvent, useEffect, useRef } from 'react'

const plain = (text: string) => text.trim().toLowerCase()

/** The only entry that a text can mean: the single result, or the single one with exactly this name. */
export function uniqueMatch<T>(
  results: readonly T[],
  text: string,
  namesOf: (entry: T) => readonly string[],
): T | undefined {
  const matches =
    results.length === 1 ? results : results.filter(entry => namesOf(entry).some(name => plain(name) === plain(text)))
  return matches.length === 1 ? matches[0] : undefined
}

interface EarlyEnterOptions<T> {
  /** The typed text. */
  search: string
  /** The results for exactly this text; undefined while it has not been searched. */
  results: readonly T[] | undefined
  /** Names of an entry. */
  namesOf: (entry: T) => readonly string[]
  choose: (entry: T) => void
}

/**
 * Handles an Enter that comes before the typed text has been searched; scanners send it right after their text. When
 * the results are there and only one entry can be meant, it is chosen. Otherwise the list stays open with the results.
 * Typing on, Escape and leaving the field cancel it.
 * @returns the key handler of the select
 */
export function useEarlyEnter<T>({ search, results, namesOf, choose }: EarlyEnterOptions<T>) {
  const pressed = useRef<{ text: string; field: Element } | undefined>(undefined)
  useEffect(() => {
    const early = pressed.current
    if (early && early.text !== search) pressed.current = undefined
    if (!pressed.current || !results) return
    pressed.current = undefined
    const match = document.activeElement === early?.field ? uniqueMatch(results, search, namesOf) : undefined
    if (match !== undefined) choose(match)
  })
  return (event: KeyboardEvent<HTMLElement>) => {
    const early = event.key === 'Enter' && !event.nativeEvent.isComposing && search !== '' && !results
    if (early) {
      pressed.current = { text: search, field: event.currentTarget }
      // The select would take it as "none of these" and close its list.
      event.preventDefault()
      event.stopPropagation()
    } else if (event.key === 'Escape') pressed.current = undefined
  }
}
