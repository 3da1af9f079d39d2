import type { shell as english } from '../en/shell.ts'

export const shell = {
} as const satisfies Record<keyof typeof english, string>
