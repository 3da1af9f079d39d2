import { stageKeys } from '@timbermark/contract/stage-keys'
import type { TraceLedgerBreak, TraceCounts, TracePaper, TraceStore, TraceWarning } from '@timbermark/contract/trace'
import { isLanguage } from '../format.ts'
import type { Boot, StatedFacts } from '../types.ts'

/**
 * Parses what the server passes to the script. The page may have been changed in transit, so only numbers, moments and known
 * words are accepted, and the script builds its sentences from its own texts. The free texts (an operator's reason, stores and the
 * code of another printer) are marked as stated.
 */
export function parseBoot(text: string | null | undefined): Boot | null {
  const boot = parse(text)
  const { language } = boot
  if (!isLanguage(language)) return null
  const facts = objectOf(boot.facts)
  return { language, facts: typeof facts.code === 'string' ? parseFacts(facts) : null }
}

function parseFacts(facts: Record<string, unknown>): StatedFacts {
  const ledger = objectOf(facts.ledger)
  const histories = listOf(facts.histories).flatMap(parseHistory)
  return {
    code: String(facts.code),
    status: oneOf(['active', 'notActivated', 'voided', 'recalled'], facts.status) ?? 'active',
    label: parseLabel(objectOf(facts.label)),
    // Restricted to the form of a code, so that it cannot contain a message to the reader.
    ...(typeof facts.foreign === 'string' && /^[A-Za-z0-9(][A-Za-z0-9._:*()-]{3,49}$/.test(facts.foreign)
      ? { foreign: facts.foreign }
      : {}),
    ledger: {
      state: oneOf(['recorded', 'pending', 'mismatch', 'unavailable'], ledger.state) ?? 'unavailable',
      breaks: listOf(ledger.breaks).flatMap(parseBreak),
    },
    warnings: listOf(facts.warnings).flatMap(parseWarning),
    counts: parseCounts(objectOf(facts.counts)),
    ...(facts.stores !== undefined && { stores: listOf(facts.stores).flatMap(parseStore).slice(0, 10) }),
    histories,
    papers: listOf(facts.papers).flatMap(parsePaper),
    ...(facts.companies !== undefined && { companies: facts.companies }),
  }
}

/** Without a readable state the label counts as not in use: the careful side. */
function parseLabel(label: Record<string, unknown>): StatedFacts['label'] {
  const state = oneOf(['inUse', 'notInUse', 'spoiled', 'lost'], label.state) ?? 'notInUse'
  const reason = oneOf(['misprint', 'damaged', 'surplus', 'destroyed', 'lost', 'stolen'], label.reason) ?? null
  return { state, since: momentOf(label.since), reason }
}

function parsePaper(value: unknown): TracePaper[] {
  const { sha256, state } = objectOf(value)
  const knownState = oneOf(['open', 'withdrawn'], state)
  return knownState && typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256)
    ? [{ sha256, state: knownState }]
    : []
}

function parseCounts(counts: Record<string, unknown>): TraceCounts {
  return {
    scans: countOf(counts.scans) ?? 0,
    firstScanAt: momentOf(counts.firstScanAt),
    checks: countOf(counts.checks) ?? 0,
    wrongChecks: countOf(counts.wrongChecks) ?? 0,
    firstCheckAt: momentOf(counts.firstCheckAt),
    firstRightAt: momentOf(counts.firstRightAt),
  }
}

/** A store is free text too; the page marks it as stated. */
function parseStore(value: unknown): TraceStore[] {
  const { name, address } = objectOf(value)
  return typeof name === 'string' && typeof address === 'string'
    ? [{ name: name.slice(0, 100), address: address.slice(0, 200) }]
    : []
}

function parseWarning(value: unknown): TraceWarning[] {
  const warning = objectOf(value)
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

function parseBreak(value: unknown): TraceLedgerBreak[] {
  const ledgerBreak = objectOf(value)
  const lost = objectOf(ledgerBreak.lost)
  const [at, size, lostSize] = [momentOf(ledgerBreak.at), countOf(ledgerBreak.size), countOf(lost.size)]
  if (at === null || size === null || lostSize === null || typeof ledgerBreak.reason !== 'string') return []
  return [{ at, reason: ledgerBreak.reason.slice(0, 1000), size, lost: { size: lostSize, root: '' } }]
}

function parseHistory(value: unknown): StatedFacts['histories'] {
  const history = objectOf(value)
  const stage = oneOf(stageKeys, history.stage)
  const [total, shownCount, before] = [countOf(history.total), countOf(history.shown), countOf(history.before)]
  const [firstAt, lastAt] = [momentOf(history.firstAt), momentOf(history.lastAt)]
  if (!stage || total === null || shownCount === null || before === null || !firstAt || !lastAt) return []
  const gapAfter = typeof history.gapAfter === 'string' && /^\d{1,15}$/.test(history.gapAfter) ? history.gapAfter : null
  return [{ stage, total, shown: shownCount, before, firstAt, lastAt, gapAfter }]
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
