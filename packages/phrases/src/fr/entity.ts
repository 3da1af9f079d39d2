import type { entity as english } from '../en/entity.ts'

export const entity = {
} as const satisfies Record<keyof typeof english, string>
