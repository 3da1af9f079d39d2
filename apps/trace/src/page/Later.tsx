import { createContext, type ReactNode, useContext, useLayoutEffect, useState } from 'react'

/** Takes what draws a part; null where all is drawn at once. */
export const Parts = createContext<((draw: () => void) => void) | null>(null)

/** A part that is drawn in its turn: a long page drawn at once is longer than a reader who touches it would wait. */
export function Later({ children }: { children: ReactNode }) {
  const parts = useContext(Parts)
  const [due, setDue] = useState(parts === null)
  useLayoutEffect(() => parts?.(() => setDue(true)), [parts])
  return due ? children : null
}
