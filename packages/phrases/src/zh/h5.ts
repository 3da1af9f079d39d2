import type { h5 as english } from '../en/h5.ts'

export const h5 = {
} as const satisfies Record<keyof typeof english, string>
