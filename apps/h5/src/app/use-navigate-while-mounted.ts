import { useCallback, useEffect, useRef } from 'react'
import { type NavigateOptions, useNavigate } from 'react-router'

/** Navigates when an operation is done, unless the person has left the page meanwhile: they are not pulled back. */
export function useNavigateWhileMounted(): (to: string, options?: NavigateOptions) => void {
  const navigate = useNavigate()
  const isUnmounted = useRef(false)
  useEffect(() => {
    isUnmounted.current = false
    return () => {
      isUnmounted.current = true
    }
  }, [])
  return useCallback((to, options) => (isUnmounted.current ? undefined : void navigate(to, options)), [navigate])
}
