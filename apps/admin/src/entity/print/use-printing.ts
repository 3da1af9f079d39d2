import { createContext, useContext, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Is this drawn for paper? There a value is a word where the screen has a control. */
export const PrintContext = createContext(false)
export const useIsForPrint = () => useContext(PrintContext)

/** True from the moment at which the browser begins to print until it has: what only paper needs is not there otherwise. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // At once: the browser takes its picture of the page when its event has been heard.
    const begin = () => flushSync(() => setPrinting(true))
    const end = () => setPrinting(false)
    addEventListener('beforeprint', begin)
    addEventListener('afterprint', end)
    return () => {
      removeEventListener('beforeprint', begin)
      removeEventListener('afterprint', end)
    }
  }, [])
  return printing
}
