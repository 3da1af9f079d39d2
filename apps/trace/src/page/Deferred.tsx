import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react'

/** Queues the function that draws a part; null where everything is drawn at once. */
export const DrawQueue = createContext<((draw: () => void) => void) | null>(null)

/** A part that is drawn later in a queue: drawing a long page at once would block the reader's touches too long. */
export function Deferred({ children }: { children: ReactNode }) {
  const enqueue = useContext(DrawQueue)
  const [isDue, setDue] = useState(enqueue === null)
  useLayoutEffect(() => enqueue?.(() => setDue(true)), [enqueue])
  return isDue ? children : null
}
