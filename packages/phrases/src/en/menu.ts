/** Menu titles by key. */
export const menu = {
} as const
