import { createContext, useContext, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether this is drawn for print, where a value is text instead of a control. */
export const PrintContext = createContext(false)
export const useIsForPrint = () => useContext(PrintContext)

/** True while the browser prints. What only paper needs is drawn only then. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    // Synchronously: the browser captures the page when the event handlers have run.
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
