import { type KeyboardEvent, useEffect, useRef } from 'react'

const plain = (text: string) => text.trim().toLowerCase()

/** Which of the entries found for a text it can only have meant: the only one, or the only one that is called so. */
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
  /** What is typed. */
  search: string
  /** What was found for just that; nothing while it has not been searched. */
  results: readonly T[] | undefined
  /** What an entry is called. */
  namesOf: (entry: T) => readonly string[]
  choose: (entry: T) => void
}

/**
 * An Enter before what is typed has been searched, which scanners send right after their text: once the answer is there, the
 * entry is chosen that alone can be meant. Otherwise the list stays open with what was found. Typing on, Escape and leaving
 * the field take it back.
 * @returns what the select is given for the keys pressed in it
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
      // The select would take it for "none of these" and close its list.
      event.preventDefault()
      event.stopPropagation()
    } else if (event.key === 'Escape') pressed.current = undefined
  }
}
