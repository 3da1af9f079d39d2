import { randomBytes } from 'node:crypto'

/**
 * The entries of a group in random order, so that their order in the public log says nothing about what belongs together or came
 * first. The entries of one subject keep their order among themselves: their numbers show it anyway.
 */
export function shuffleEntries<T extends { subject: Buffer }>(entries: readonly T[]): T[] {
  const random = randomBytes(entries.length * 6)
  const mixed = entries.map((entry, n) => ({
    name: entry.subject.toString('latin1'),
    key: random.readUIntBE(n * 6, 6),
  }))
  mixed.sort((a, b) => a.key - b.key)
  const inOrder = Map.groupBy(entries, ({ subject }) => subject.toString('latin1'))
  const taken = new Map<string, number>()
  return mixed.map(({ name }) => {
    const n = taken.get(name) ?? 0
    taken.set(name, n + 1)
    return inOrder.get(name)![n]!
  })
}
