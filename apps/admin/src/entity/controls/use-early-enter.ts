import { type KeyboardEvent, useEffect, useRef } from 'react'

const plain = (text: string) => text.trim().toLowerCase()

/** Which of the entries found for a text it can only have meant: the only one, or the only one that is called so. */
export function meantBy<T>(found: readonly T[], text: string, namesOf: (entry: T) => readonly string[]): T | undefined {
  const meant =
    found.length === 1 ? found : found.filter(entry => namesOf(entry).some(name => plain(name) === plain(text)))
  return meant.length === 1 ? meant[0] : undefined
}

interface Searched<T> {
  /** What is typed. */
  search: string
  /** What was found for just that; nothing while it has not been searched. */
  found: readonly T[] | undefined
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
export function useEarlyEnter<T>({ search, found, namesOf, choose }: Searched<T>) {
  const pressed = useRef<{ text: string; field: Element } | undefined>(undefined)
  useEffect(() => {
    const early = pressed.current
    if (early && early.text !== search) pressed.current = undefined
    if (!pressed.current || !found) return
    pressed.current = undefined
    const meant = document.activeElement === early?.field ? meantBy(found, search, namesOf) : undefined
    if (meant !== undefined) choose(meant)
  })
  return (event: KeyboardEvent<HTMLElement>) => {
    const early = event.key === 'Enter' && !event.nativeEvent.isComposing && search !== '' && !found
    if (early) {
      pressed.current = { text: search, field: event.currentTarget }
      // The select would take it for "none of these" and close its list.
      event.preventDefault()
      event.stopPropagation()
    } else if (event.key === 'Escape') pressed.current = undefined
  }
}
