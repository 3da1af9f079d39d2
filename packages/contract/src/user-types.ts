/** Back-office users, and field users who stand in front of the goods. */
export const byPhoneToo = [1, 2] as const

/** All but field users; their permissions decide the rest. */
export const traders = [1, 3, 4, 5] as const
