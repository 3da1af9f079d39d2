import type { TraceLedgerBreak } from '@timbermark/contract/trace'
import type { Services } from '../../../platform/services.ts'
import { readBreaks } from './breaks.ts'

/** Breaks are declared once in years: pages may be this much behind. */
const keptMs = 5000

const kept = new WeakMap<Services['database'], { at: number; breaks: Promise<TraceLedgerBreak[]> }>()

/** The declared breaks as pages tell them, read at most every few seconds. */
export function toldBreaks({ database }: Pick<Services, 'database'>): Promise<TraceLedgerBreak[]> {
  const known = kept.get(database)
  const now = performance.now()
  if (known && now - known.at < keptMs) return known.breaks
  const breaks = database.withoutTenant(readBreaks).then(list =>
    list.map(({ at, reason, former, lost }) => ({
      at: at.toISOString(),
      reason,
      size: former.size,
      lost: { size: lost.size, root: lost.root },
    })),
  )
  kept.set(database, { at: now, breaks })
  breaks.catch(() => kept.delete(database))
  return breaks
}
