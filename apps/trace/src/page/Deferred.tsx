import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react'

/** Takes what draws a part; null where all is drawn at once. */
export const DrawQueue = createContext<((draw: () => void) => void) | null>(null)

/** A part that is drawn in its turn: a long page drawn at once is longer than a reader who touches it would wait. */
export function Deferred({ children }: { children: ReactNode }) {
  const enqueue = useContext(DrawQueue)
  const [isDue, setDue] = useState(enqueue === null)
  useLayoutEffect(() => enqueue?.(() => setDue(true)), [enqueue])
  return isDue ? children : null
}
