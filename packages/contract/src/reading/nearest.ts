import { searchKey } from './name-key.ts'

/** Longest text that is compared; a longer one is no slip of the finger. */
const mostCompared = 60

/** Edits between two texts (insert, drop, replace, swap neighbours); stops above `most`. */
function editsBetween(a: string, b: string, most: number): number {
  const [x, y] = [[...a], [...b]]
  if (Math.abs(x.length - y.length) > most) return most + 1
  let before: number[] = []
  let last = y.map((_, j) => j + 1)
  last.unshift(0)
  for (let i = 1; i <= x.length; i++) {
    const row = [i]
    for (let j = 1; j <= y.length; j++) {
      const same = x[i - 1] === y[j - 1]
      let edits = Math.min(last[j]! + 1, row[j - 1]! + 1, last[j - 1]! + (same ? 0 : 1))
      if (i > 1 && j > 1 && x[i - 1] === y[j - 2] && x[i - 2] === y[j - 1]) edits = Math.min(edits, before[j - 2]! + 1)
      row.push(edits)
    }
    if (Math.min(...row) > most) return most + 1
    before = last
    last = row
  }
  return last[y.length]!
}

/** The names that come nearest to a text, best first: those that begin alike, contain it, or differ by a few letters. */
export function nearestNames(text: string, names: Iterable<string>, count = 3): string[] {
  const key = searchKey(text.slice(0, mostCompared))
  if (key === '') return []
  const ranked: { name: string; rank: number }[] = []
  const most = Math.max(1, Math.floor([...key].length / 3))
  for (const name of new Set(names)) {
    const other = searchKey(name.slice(0, mostCompared))
    if (other === '') continue
    const edits = editsBetween(key, other, most)
    const partly = [...key].length > 1 && [...other].length > 1 && (other.includes(key) || key.includes(other))
    if (edits > most && !partly) continue
    const rank = edits <= most ? edits : other.startsWith(key) || key.startsWith(other) ? 0.5 : most + 1
    ranked.push({ name, rank })
  }
  return ranked
    .sort((a, b) => a.rank - b.rank || a.name.length - b.name.length)
    .slice(0, count)
    .map(({ name }) => name)
}
