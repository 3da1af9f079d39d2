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

/** Characters of no alphabet, such as Chinese: two of them are a word. */
const isWord = (key: string) => [...key].length > (/[\u2e80-\uffff]/.test(key) ? 1 : 2)

/**
 * What comes nearest to a text, best first, by names that begin alike, contain it, or differ by a few letters. Two letters,
 * a code for example, come near to nothing.
 * @param names each with what is answered for it, its label in the reader's language
 */
export function nearestNames(
  text: string,
  names: Iterable<readonly [name: string, label: string]>,
  count = 3,
): string[] {
  const key = searchKey(text.slice(0, mostCompared))
  if (!isWord(key)) return []
  const ranks = new Map<string, number>()
  const most = Math.max(1, Math.floor([...key].length / 3))
  for (const [name, label] of names) {
    const other = searchKey(name.slice(0, mostCompared))
    if (!isWord(other)) continue
    const edits = editsBetween(key, other, most)
    // A short name, such as a code of three letters, stands in many texts by chance.
    const partly = other.includes(key) || ([...other].length > 3 && key.includes(other))
    if (edits > most && !partly) continue
    const rank = edits <= most ? edits : other.startsWith(key) || key.startsWith(other) ? 0.5 : most + 1
    if (rank < (ranks.get(label) ?? Number.POSITIVE_INFINITY)) ranks.set(label, rank)
  }
  return [...ranks]
    .sort(([a, rankA], [b, rankB]) => rankA - rankB || a.length - b.length)
    .slice(0, count)
    .map(([label]) => label)
}
