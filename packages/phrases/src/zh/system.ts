import type { system as english } from '../en/system.ts'

export const system = {
} as const satisfies Record<keyof typeof english, string>
