import { useCallback } from 'react'
import { logError } from './error-log.ts'
import { useT } from '../texts.tsx'

/** Logs an error in this page. */
export function useLogError(): (error: unknown) => void {
  const t = useT()
  return useCallback(error => logError(t, error), [t])
}
