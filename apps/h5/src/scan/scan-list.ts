import type { CodeCheck, ScannedCode } from '../report/report.ts'

/** The result of one scan. */
export type ScanResult = 'added' | 'duplicate' | 'full' | 'empty' | 'parent'

/**
 * Adds a code to a report's list, once. `parent` is the parent code of the report, which cannot be one of the codes in
 * it.
 */
export function addCode(
  codes: readonly ScannedCode[],
  input: { code: string; last?: string; at: number; max: number; parent?: string; check?: CodeCheck },
): { codes: ScannedCode[]; result: ScanResult } {
  const { code, last, at, max, parent, check = { state: 'unchecked' } } = input
  const unchanged = codes as ScannedCode[]
  if (!code) return { codes: unchanged, result: 'empty' }
  if (parent && parent === code) return { codes: unchanged, result: 'parent' }
  if (codes.some(entry => entry.code === code)) return { codes: unchanged, result: 'duplicate' }
  if (codes.length >= max) return { codes: unchanged, result: 'full' }
  return { codes: [...codes, { code, at, check, ...(last !== undefined && { last }) }], result: 'added' }
}

export function removeCode(codes: readonly ScannedCode[], code: string): ScannedCode[] {
  return codes.filter(entry => entry.code !== code)
}

/** Without the codes that the server refused. */
export function removeRefused(codes: readonly ScannedCode[]): ScannedCode[] {
  return codes.filter(entry => entry.check.state !== 'refused')
}

/** What the server answered about a code: for a foreign code also our code that it stands for. */
export interface CheckResult {
  check: CodeCheck
  code?: string
  last?: string
}

/** Applies a check result to its code. A code that was removed meanwhile stays removed; one that is already in the list by its own code is removed. */
export function applyCheckResult<Entry extends ScannedCode>(
  codes: readonly Entry[],
  code: string,
  learned: CheckResult,
): Entry[] {
  const knownCode = learned.code ?? code
  const isDuplicate = knownCode !== code && codes.some(entry => entry.code === knownCode)
  return codes.flatMap(entry => {
    if (entry.code !== code) return [entry]
    const { check, last = entry.last } = learned
    return isDuplicate ? [] : [{ ...entry, code: knownCode, check, ...(last !== undefined && { last }) }]
  })
}

/**
 * Creates a filter that accepts a code once while it stays in view. A camera reads one label many times a second; the
 * label counts as scanned again only after it was out of view for `gap` milliseconds.
 */
export function createRepeatFilter(gap = 1500): (code: string, now: number) => boolean {
  let last = ''
  let lastReadAt = 0
  return (code, now) => {
    const isNew = code !== last || now - lastReadAt > gap
    last = code
    lastReadAt = now
    return isNew
  }
}
