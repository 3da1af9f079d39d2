/** Patterns that people enter for form fields: browsers run them on each input. */

/** Most ways in which a pattern may match one text. */
const maxWays = 100_000

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

/**
 * Whether it is a regular expression without exponential backtracking. A repeated part must match in only one way: a
 * repetition of a repetition, of something optional or of alternatives tries every way to divide a text.
 */
export function isFormPattern(pattern: string): boolean {
  try {
    new RegExp(`^(?:${pattern})$`, 'u')
  } catch {
    return false
  }
  /** Number of ways in which the open groups match one text. */
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
    // One way stays one, however often it repeats.
    const repeated = inner > 1 ? inner ** max : 1
    if (max > 1 && repeated > maxWays) return false
    ways[ways.length - 1]! *= repeated * (max === min ? 1 : max - min + 1)
    at = next
  }
  return true
}
