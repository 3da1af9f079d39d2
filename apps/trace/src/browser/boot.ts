import { stageKeys } from '@timbermark/contract/stage-keys'
import type { TraceLedgerBreak, TraceCounts, TracePaper, TraceStore, TraceWarning } from '@timbermark/contract/trace'
import type { Boot, Facts, Language } from '../types.ts'

const languages: readonly string[] = ['zh', 'en', 'fr'] satisfies Language[]

/**
 * What the server handed to the script. A page can be changed on its way: only numbers, moments and known words are taken
 * over, so that nothing but the page's own sentences comes of it. The free texts, an operator's reason, stores and another printer's
 * code, are marked as stated.
 */
export function readBoot(text: string | null | undefined): Boot | null {
  const boot = parse(text)
  const { language } = boot
  if (typeof language !== 'string' || !languages.includes(language)) return null
  const facts = objectOf(boot.facts)
  return { language: language as Language, facts: typeof facts.code === 'string' ? readFacts(facts) : null }
}

function readFacts(facts: Record<string, unknown>): Facts {
  const ledger = objectOf(facts.ledger)
  const histories = listOf(facts.histories).flatMap(readHistory)
  return {
    code: String(facts.code),
    status: oneOf(['active', 'notActivated', 'voided', 'recalled'], facts.status) ?? 'active',
    // In this form it can say nothing to the reader but a code.
    ...(typeof facts.foreign === 'string' && /^[A-Za-z0-9(][A-Za-z0-9._:*()-]{3,49}$/.test(facts.foreign)
      ? { foreign: facts.foreign }
      : {}),
    ledger: {
      state: oneOf(['recorded', 'pending', 'mismatch', 'unavailable'], ledger.state) ?? 'unavailable',
      breaks: listOf(ledger.breaks).flatMap(readBreak),
    },
    warnings: listOf(facts.warnings).flatMap(readWarning),
    counts: readCounts(objectOf(facts.counts)),
    ...(facts.stores !== undefined && { stores: listOf(facts.stores).flatMap(readStore).slice(0, 10) }),
    histories,
    papers: listOf(facts.papers).flatMap(readPaper),
  }
}

function readPaper(given: unknown): TracePaper[] {
  const { sha256, state } = objectOf(given)
  const known = oneOf(['open', 'withdrawn'], state)
  return known && typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256) ? [{ sha256, state: known }] : []
}

function readCounts(counts: Record<string, unknown>): TraceCounts {
  return {
    scans: countOf(counts.scans) ?? 0,
    firstScanAt: momentOf(counts.firstScanAt),
    checks: countOf(counts.checks) ?? 0,
    wrongChecks: countOf(counts.wrongChecks) ?? 0,
    firstCheckAt: momentOf(counts.firstCheckAt),
    firstRightAt: momentOf(counts.firstRightAt),
  }
}

/** A store is free text too; it stands on the page under the mark of what is stated. */
function readStore(given: unknown): TraceStore[] {
  const { name, address } = objectOf(given)
  return typeof name === 'string' && typeof address === 'string'
    ? [{ name: name.slice(0, 100), address: address.slice(0, 200) }]
    : []
}

function readWarning(given: unknown): TraceWarning[] {
  const warning = objectOf(given)
  switch (warning.kind) {
    case 'suspicious': {
      const reason = oneOf(['fingerprintMismatch', 'chainBroken'], warning.reason)
      return reason ? [{ kind: 'suspicious', stage: oneOf(stageKeys, warning.stage) ?? null, reason }] : []
    }
    case 'clone': {
      const reason = oneOf(
        ['impossibleSpeed', 'manyPlaces', 'beforePort', 'afterSale', 'checkedElsewhere', 'channel'],
        warning.reason,
      )
      return reason ? [{ kind: 'clone', reason }] : []
    }
    case 'manyWrongChecks':
    case 'ownerInactive':
      return [{ kind: warning.kind }]
    default:
      return []
  }
}

function readBreak(given: unknown): TraceLedgerBreak[] {
  const told = objectOf(given)
  const lost = objectOf(told.lost)
  const [at, size, lostSize] = [momentOf(told.at), countOf(told.size), countOf(lost.size)]
  if (at === null || size === null || lostSize === null || typeof told.reason !== 'string') return []
  return [{ at, reason: told.reason.slice(0, 1000), size, lost: { size: lostSize, root: '' } }]
}

function readHistory(given: unknown): Facts['histories'] {
  const history = objectOf(given)
  const stage = oneOf(stageKeys, history.stage)
  const [total, shown, before] = [countOf(history.total), countOf(history.shown), countOf(history.before)]
  const [firstAt, lastAt] = [momentOf(history.firstAt), momentOf(history.lastAt)]
  if (!stage || total === null || shown === null || before === null || !firstAt || !lastAt) return []
  const gapAfter = typeof history.gapAfter === 'string' && /^\d{1,15}$/.test(history.gapAfter) ? history.gapAfter : null
  return [{ stage, total, shown, before, firstAt, lastAt, gapAfter }]
}

function parse(text: string | null | undefined): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(text ?? ''))
  } catch {
    return {}
  }
}

function objectOf(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}
}

function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

function oneOf<T extends string>(known: readonly T[], value: unknown): T | undefined {
  return known.find(word => word === value)
}

function countOf(value: unknown): number | null {
  return Number.isSafeInteger(value) && (value as number) >= 0 ? (value as number) : null
}

function momentOf(value: unknown): string | null {
  return typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && !Number.isNaN(Date.parse(value))
    ? value
    : null
}
