/** System administration. */
export const system = {
} as const
