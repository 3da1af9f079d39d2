/** The code that Node, PostgreSQL and most libraries give an error ("ENOENT", "23505"); undefined without one. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

/** What an error says; anything else that was thrown as text. */
export const errorMessage = (error: unknown): string => (error instanceof Error ? error.message : String(error))
