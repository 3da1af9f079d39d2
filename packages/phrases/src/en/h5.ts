/** The phone page for stage reports. */
export const h5 = {
} as const
