/** Patterns that people enter for form fields: browsers run them on each input. */

/** Most ways in which a pattern may match one text. */
const maxWays = 100_000
/** Most ways in which its repetitions may share the characters of one text. Two that go on without end are allowed. */
const maxDivisions = 3_000_000
/** Characters of a text for which a repetition without end is counted. */
const countedLength = 1000

/** A quantifier, `{2,3}`; default once. */
interface Quantifier {
  min: number
  max: number
  /** Index after the quantifier. */
  next: number
}

function quantifierAt(pattern: string, at: number): Quantifier {
  const braces = /^\{(\d+)(,?)(\d*)\}/.exec(pattern.slice(at, at + 24))
  const lazy = (next: number) => (pattern[next] === '?' ? next + 1 : next)
  if (braces) {
    const min = Number(braces[1])
    const max = braces[2] === '' ? min : braces[3] === '' ? Number.POSITIVE_INFINITY : Number(braces[3])
    return { min, max, next: lazy(at + braces[0].length) }
  }
  switch (pattern[at]) {
    case '*':
      return { min: 0, max: Number.POSITIVE_INFINITY, next: lazy(at + 1) }
    case '+':
      return { min: 1, max: Number.POSITIVE_INFINITY, next: lazy(at + 1) }
    case '?':
      return { min: 0, max: 1, next: lazy(at + 1) }
    default:
      return { min: 1, max: 1, next: at }
  }
}

/** End of an atom that is no group: an escape, a class, or one character. */
function atomEnd(pattern: string, at: number): number {
  if (pattern[at] === '\\') {
    const braces = /^[pPu]\{[^}]*\}|^k<[^>]*>/.exec(pattern.slice(at + 1))
    return at + 1 + (braces?.[0].length ?? 1)
  }
  if (pattern[at] !== '[') return at + 1
  let end = at + 1
  while (end < pattern.length && pattern[end] !== ']') end += pattern[end] === '\\' ? 2 : 1
  return end + 1
}

/** Characters with which atoms are compared: one of each kind that people type. */
const compared = [
  ...Array.from({ length: 0x250 }, (_, point) => String.fromCodePoint(point)),
  ...'\u4e2d\u044f\u03c9\u30a2\u4e00\u{1F600}',
]

/** Whether some character may belong to either atom. */
function overlap(one: string, other: string): boolean {
  const [first, second] = [one, other].map(atom => new RegExp(`^(?:${atom})$`, 'u')) as [RegExp, RegExp]
  return compared.some(character => first.test(character) && second.test(character))
}

/**
 * Ways in which the repetitions of a pattern may share the characters of a text. What follows a repetition and cannot belong to
 * it leaves one way; `a*a*a*b` has one for each two places where a run of letters can be cut.
 */
class Divisions {
  #count = 1
  /** Repetitions for which nothing has followed yet that must be there. */
  #open: { atom: string; ways: number }[] = []

  get tooMany(): boolean {
    return this.#count > maxDivisions
  }

  addAtom(atom: string, { min, max }: Quantifier): void {
    this.#open = this.#open.filter(repetition => {
      if (overlap(repetition.atom, atom)) {
        this.#count *= repetition.ways
        return false
      }
      return min === 0
    })
    if (max > min) this.#open.push({ atom, ways: waysOf(min, max) })
  }

  /** A group begins, ends or has an alternative: what follows a repetition is not known. */
  addBoundary(quantifier?: Quantifier): void {
    for (const { ways } of this.#open) this.#count *= ways
    this.#open = []
    if (quantifier && quantifier.max > quantifier.min) this.#count *= waysOf(quantifier.min, quantifier.max)
  }
}

const waysOf = (min: number, max: number) => Math.min(max, min + countedLength) - min + 1

/**
 * Whether it is a regular expression without exponential or high polynomial backtracking. A repeated part must match in only one
 * way: a repetition of a repetition, of something optional or of alternatives tries every way to divide a text. Of repetitions
 * that may share characters there are at most two.
 */
export function isFormPattern(pattern: string): boolean {
  try {
    new RegExp(`^(?:${pattern})$`, 'u')
  } catch {
    return false
  }
  /** Number of ways in which the open groups match one text. */
  const ways = [1]
  const divisions = new Divisions()
  let at = 0
  while (at < pattern.length) {
    const character = pattern[at]
    if (character === '(') {
      ways.push(1)
      divisions.addBoundary()
      at += /^\((?:\?(?:<?[=!]|:|<[^>]*>|[a-z-]*:))?/.exec(pattern.slice(at))![0].length
      continue
    }
    if (character === '|') {
      ways[ways.length - 1]! *= 2
      divisions.addBoundary()
      at++
      continue
    }
    const inner = character === ')' ? ways.pop()! : 1
    const end = character === ')' ? at + 1 : atomEnd(pattern, at)
    const quantifier = quantifierAt(pattern, end)
    const { min, max, next } = quantifier
    if (character === ')') divisions.addBoundary(quantifier)
    else divisions.addAtom(pattern.slice(at, end), quantifier)
    if (divisions.tooMany) return false
    // One way stays one, however often it repeats.
    const repeated = inner > 1 ? inner ** max : 1
    if (max > 1 && repeated > maxWays) return false
    ways[ways.length - 1]! *= repeated * (max === min ? 1 : max - min + 1)
    at = next
  }
  return true
}
