/** Whether a value is in a list of literals, which may be of a narrower type than the value. Narrows it. */
export const isOneOf = <const T>(list: readonly T[], value: unknown): value is T =>
  (list as readonly unknown[]).includes(value)
