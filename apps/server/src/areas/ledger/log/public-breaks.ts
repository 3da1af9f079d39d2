import type { LedgerBreakTold } from '@timbermark/contract/trace'
import type { Services } from '../../../platform/services.ts'
import { readBreaks } from './breaks.ts'

/** Breaks are declared once in years: pages may show them this late. */
const cacheMs = 5000

const cache = new WeakMap<Services['database'], { at: number; breaks: Promise<LedgerBreakTold[]> }>()

/** The declared breaks as public pages show them, read at most every few seconds. */
export function loadPublicBreaks({ database }: Pick<Services, 'database'>): Promise<LedgerBreakTold[]> {
  const cached = cache.get(database)
  const now = performance.now()
  if (cached && now - cached.at < cacheMs) return cached.breaks
  const breaks = database.withoutTenant(readBreaks).then(list =>
    list.map(({ at, reason, former, lost }) => ({
      at: at.toISOString(),
      reason,
      size: former.size,
      lost: { size: lost.size, root: lost.root },
    })),
  )
  cache.set(database, { at: now, breaks })
  breaks.catch(() => cache.delete(database))
  return breaks
}
