/** The public trace page. */
export const trace = {
} as const
