import { useCallback } from 'react'
import { useNavigate } from 'react-router'
import { leaveTo } from '../shell/session-end.ts'

/** Goes to an own path; the phone page and the trace page are programs of their own, which the browser loads. */
export function useGo(): (path: string) => Promise<void> {
  const navigate = useNavigate()
  return useCallback(
    async path => {
      if (/^\/(h5|c|t)([/?#]|$)/.test(path)) leaveTo(path)
      else await navigate(path, { replace: true })
    },
    [navigate],
  )
}
