/** The back office around the screens: layout, sign-in, settings. */
export const shell = {
} as const
