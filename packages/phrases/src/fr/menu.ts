import type { menu as english } from '../en/menu.ts'

export const menu = {
} as const satisfies Record<keyof typeof english, string>
