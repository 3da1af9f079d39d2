import { useEffect, useState } from 'react'

/** What was asked for once, as the page opened; these pages do without the store of answers that the layout brings. */
export interface Asked<T> {
  answer?: T
  failed: boolean
  waiting: boolean
}

/** @param ask nothing is asked without it; it is called once for each `key` */
export function useAnswer<T>(key: string, ask: (() => Promise<T>) | undefined): Asked<T> {
  const [asked, setAsked] = useState<Asked<T>>({ failed: false, waiting: ask !== undefined })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key says what is asked for
  useEffect(() => {
    let left = false
    ask?.().then(
      answer => left || setAsked({ answer, failed: false, waiting: false }),
      () => left || setAsked({ failed: true, waiting: false }),
    )
    return () => {
      left = true
    }
  }, [key])
  return asked
}
