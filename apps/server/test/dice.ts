/** Random values that come in the same order for the same seed: a random history can be repeated. */
export interface Dice {
  /** From 0 up to 1, exclusive. */
  random(): number
  /** True in this share of cases. */
  chance(share: number): boolean
  /** A whole number from 0 up to `n`, exclusive. */
  below(n: number): number
  /** One of a list that is not empty. */
  any<T>(list: readonly T[]): T
}

/** A linear congruential generator, enough to choose by. */
export function makeDice(seed: number): Dice {
  let state = seed
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
  const below = (n: number) => Math.floor(random() * n)
  return { random, below, chance: share => random() < share, any: list => list[below(list.length)]! }
}
