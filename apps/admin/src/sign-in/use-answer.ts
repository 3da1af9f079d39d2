import { useEffect, useState } from 'react'

/** The answer of a request that is sent once, when the page opens; these pages do without the query cache of the layout. */
export interface AnswerState<T> {
  answer?: T
  failed: boolean
  waiting: boolean
}

/** @param request without it nothing is requested; called once for each `key` */
export function useAnswer<T>(key: string, request: (() => Promise<T>) | undefined): AnswerState<T> {
  const [state, setState] = useState<AnswerState<T>>({ failed: false, waiting: request !== undefined })
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the request
  useEffect(() => {
    let left = false
    request?.().then(
      answer => left || setState({ answer, failed: false, waiting: false }),
      () => left || setState({ failed: true, waiting: false }),
    )
    return () => {
      left = true
    }
  }, [key])
  return state
}
