/** Labels of the delivered dictionaries. */
export const dict = {
} as const
