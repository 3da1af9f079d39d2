import { useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router'

/** Goes on to another page once something is done, unless the person has gone elsewhere meanwhile: nobody is fetched back from there. */
export function useNavigateWhileMounted(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const left = useRef(false)
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
    }
  }, [])
  return useCallback((to, options) => (left.current ? undefined : void navigate(to, options)), [navigate])
}
