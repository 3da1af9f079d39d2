import type { trace as english } from '../en/trace.ts'

export const trace = {
} as const satisfies Record<keyof typeof english, string>
