import type { dict as english } from '../en/dict.ts'

export const dict = {
} as const satisfies Record<keyof typeof english, string>
