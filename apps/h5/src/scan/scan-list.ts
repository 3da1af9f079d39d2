import type { CodeCheck, ScannedCode } from '../report/report.ts'

/** What became of one scan. */
export type ScanResult = 'added' | 'duplicate' | 'full' | 'empty' | 'parent'

/**
 * Adds a code to a report's list, once. `parent` is the parent code of the report, which cannot be among what it
 * contains.
 */
export function addCode(
  codes: readonly ScannedCode[],
  input: { code: string; last?: string; at: number; most: number; parent?: string; check?: CodeCheck },
): { codes: ScannedCode[]; result: ScanResult } {
  const { code, last, at, most, parent, check = { state: 'unchecked' } } = input
  const unchanged = codes as ScannedCode[]
  if (!code) return { codes: unchanged, result: 'empty' }
  if (parent && parent === code) return { codes: unchanged, result: 'parent' }
  if (codes.some(entry => entry.code === code)) return { codes: unchanged, result: 'duplicate' }
  if (codes.length >= most) return { codes: unchanged, result: 'full' }
  return { codes: [...codes, { code, at, check, ...(last !== undefined && { last }) }], result: 'added' }
}

export function removeCode(codes: readonly ScannedCode[], code: string): ScannedCode[] {
  return codes.filter(entry => entry.code !== code)
}

/** Without the codes that are known to be refused. */
export function removeRefused(codes: readonly ScannedCode[]): ScannedCode[] {
  return codes.filter(entry => entry.check.state !== 'refused')
}

/** What was learned about a code: also by which own code it is known, when it was another system's that stands for one. */
export interface CheckResult {
  check: CodeCheck
  code?: string
  last?: string
}

/** Notes what was learned about one code; a code that was removed meanwhile stays removed, and one that turns out to be in the list already goes. */
export function applyCheckResult<Entry extends ScannedCode>(
  codes: readonly Entry[],
  code: string,
  learned: CheckResult,
): Entry[] {
  const own = learned.code ?? code
  const twice = own !== code && codes.some(entry => entry.code === own)
  return codes.flatMap(entry => {
    if (entry.code !== code) return [entry]
    const { check, last = entry.last } = learned
    return twice ? [] : [{ ...entry, code: own, check, ...(last !== undefined && { last }) }]
  })
}

/**
 * Tells a new look at a code from the same look going on. A camera reads one label many times a second; only when the
 * label was out of sight for `gap` milliseconds does reading it again count as scanning it twice.
 */
export function createRepeatFilter(gap = 1500): (code: string, now: number) => boolean {
  let last = ''
  let seen = 0
  return (code, now) => {
    const fresh = code !== last || now - seen > gap
    last = code
    seen = now
    return fresh
  }
}
