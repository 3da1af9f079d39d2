import type { Location } from 'react-router'

/** A mounted view: the open one, or one that is cached while another is open. */
export interface CachedView {
  path: string
  location: Location
  /** Changes when the view must be remounted. */
  generation: number
  isCached: boolean
  /** When it was last open, as a counter. */
  usedAt: number
}

/** How many views stay mounted; the least recently open one is dropped first. */
export const maxCachedViews = 10

/**
 * The views to mount when `now` is open. Their order is that of opening and never changes, because a frame that is
 * moved in the page loads again. Views that must not be cached are dropped as soon as they are left; so are closed
 * ones.
 */
export function nextViews<View extends CachedView = CachedView>(
  before: readonly View[],
  now: Omit<View, 'usedAt'>,
  isOpen: (path: string) => boolean,
  limit = maxCachedViews,
): readonly View[] {
  const known = before.find(view => view.path === now.path)
  const newest = Math.max(0, ...before.map(view => view.usedAt))
  if (known && known.location === now.location && known.generation === now.generation && known.usedAt === newest) {
    const others = before.filter(view => view === known || (view.isCached && isOpen(view.path)))
    return others.length === before.length ? before : others
  }
  const opened = { ...now, usedAt: newest + 1 } as View
  const rest = before.filter(view => view.path !== now.path && view.isCached && isOpen(view.path))
  const dropped = new Set(
    [...rest]
      .sort((a, b) => b.usedAt - a.usedAt)
      .slice(Math.max(limit - 1, 0))
      .map(view => view.path),
  )
  const next = before
    .map(view => (view.path === now.path ? opened : view))
    .filter(view => view === opened || (rest.includes(view) && !dropped.has(view.path)))
  return known ? next : [...next, opened]
}
