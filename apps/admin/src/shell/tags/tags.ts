import { create } from 'zustand'
import type { Screen } from '../frame/menu.ts'
import { pageToken } from '../session/stored-session.ts'
import { tagsKey } from '../session/session.ts'
import { readSession, writeSession } from '../storage.ts'

/** One visited view in the tags bar. */
export interface Tag {
  path: string
  /** Path with the query it was left with. */
  fullPath: string
  title: string
  pinned: boolean
}

interface TagsState {
  tags: Tag[]
  /** How often each view was asked to start anew; a change remounts it. */
  restarts: Record<string, number>
}

/** Adds the view, or updates the address it was left with. Pinned ones stand first. */
export function visit(tags: readonly Tag[], screen: Pick<Screen, 'path' | 'title' | 'affix'>, fullPath: string): Tag[] {
  const tag = { path: screen.path, fullPath, title: screen.title, pinned: screen.affix }
  if (tags.some(other => other.path === tag.path)) return tags.map(other => (other.path === tag.path ? tag : other))
  return [...tags, tag]
}

/** Without the one; a pinned tag cannot be closed. */
export const close = (tags: readonly Tag[], path: string): Tag[] => tags.filter(tag => tag.pinned || tag.path !== path)

/** Only this one and the pinned ones. */
export const closeOthers = (tags: readonly Tag[], path: string): Tag[] =>
  tags.filter(tag => tag.pinned || tag.path === path)

/** Those right of it, but the pinned ones, go. */
export function closeRight(tags: readonly Tag[], path: string): Tag[] {
  const at = tags.findIndex(tag => tag.path === path)
  return tags.filter((tag, i) => tag.pinned || at < 0 || i <= at)
}

/** Only the pinned ones stay. */
export const closeAll = (tags: readonly Tag[]): Tag[] => tags.filter(tag => tag.pinned)

/** The tag to open when the open one has gone: its right neighbour's place, i.e. the nearest to its left, else the first. */
export function neighbour(before: readonly Tag[], after: readonly Tag[], gone: string): Tag | undefined {
  const at = before.findIndex(tag => tag.path === gone)
  const left = before.slice(0, Math.max(at, 0)).findLast(tag => after.some(other => other.path === tag.path))
  return left ?? after[0]
}

function storedTags(): Tag[] {
  try {
    const value: unknown = JSON.parse(readSession(tagsKey) ?? '[]')
    return Array.isArray(value)
      ? value.filter((tag): tag is Tag => typeof tag?.path === 'string' && typeof tag?.fullPath === 'string')
      : []
  } catch {
    return []
  }
}

export const useTags = create<TagsState>()(() => ({ tags: storedTags(), restarts: {} }))

/** Replaces the open tags; they outlive a reload, not the session. */
export function setTags(tags: Tag[]): void {
  useTags.setState({ tags })
  // The page of who has just signed out is still drawn once more; it leaves nothing behind.
  if (pageToken()) writeSession(tagsKey, JSON.stringify(tags))
}

/** Pins what is pinned, drops what this person can no longer open. */
export function startTags(screens: ReadonlyMap<string, Screen>, canOpen: (path: string) => boolean): void {
  const pinned = [...screens.values()].filter(screen => screen.affix)
  const known = useTags
    .getState()
    .tags.filter(tag => canOpen(tag.path) && !pinned.some(screen => screen.path === tag.path))
  setTags([
    ...pinned.map(({ path, title }) => ({ path, fullPath: path, title, pinned: true })),
    ...known.map(tag => ({ ...tag, pinned: false })),
  ])
}

/** Makes the view start anew when it is shown next. */
export function restartView(path: string): void {
  useTags.setState(({ restarts }) => ({ restarts: { ...restarts, [path]: (restarts[path] ?? 0) + 1 } }))
}
