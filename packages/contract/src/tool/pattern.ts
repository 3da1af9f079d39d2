/** Patterns that people write for fields of a form: their browsers run them on whatever is typed. */

/** So many ways to match one text may be tried. */
const maxWays = 100_000

/** How often something may come in a row, `{2,3}`; once where nothing is said. */
interface Quantifier {
  min: number
  max: number
  /** Where what comes after begins. */
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

/** Where an atom ends that begins here and is no group: an escape, a class, or one character. */
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

/**
 * Is it a regular expression, and none whose work doubles with each character? What comes again and again must match in one
 * way: a repetition of a repetition, of something optional or of alternatives tries every way to divide a text.
 */
export function isFormPattern(pattern: string): boolean {
  try {
    new RegExp(`^(?:${pattern})$`, 'u')
  } catch {
    return false
  }
  /** Ways in which the groups that are open match one text. */
  const ways = [1]
  let at = 0
  while (at < pattern.length) {
    const character = pattern[at]
    if (character === '(') {
      ways.push(1)
      at += /^\((?:\?(?:<?[=!]|:|<[^>]*>|[a-z-]*:))?/.exec(pattern.slice(at))![0].length
      continue
    }
    if (character === '|') {
      ways[ways.length - 1]! *= 2
      at++
      continue
    }
    const inner = character === ')' ? ways.pop()! : 1
    const { min, max, next } = quantifierAt(pattern, character === ')' ? at + 1 : atomEnd(pattern, at))
    // One way stays one, however often.
    const repeated = inner > 1 ? inner ** max : 1
    if (max > 1 && repeated > maxWays) return false
    ways[ways.length - 1]! *= repeated * (max === min ? 1 : max - min + 1)
    at = next
  }
  return true
}
