import { create } from 'zustand'
import type { Screen } from '../frame/menu.ts'
import { pageToken } from '../session/stored-session.ts'
import { tagsKey } from '../session/session.ts'
import { readSession, writeSession } from '../storage.ts'

/** One visited view in the tags bar. */
export interface Tag {
  path: string
  /** Path with the query at which it was left. */
  fullPath: string
  title: string
  pinned: boolean
}

interface TagsState {
  tags: Tag[]
  /** How often each view was restarted; a change remounts it. */
  restarts: Record<string, number>
}

/** Adds the view, or updates the address at which it was left. */
export function visit(tags: readonly Tag[], screen: Pick<Screen, 'path' | 'title' | 'affix'>, fullPath: string): Tag[] {
  const tag = { path: screen.path, fullPath, title: screen.title, pinned: screen.affix }
  if (tags.some(other => other.path === tag.path)) return tags.map(other => (other.path === tag.path ? tag : other))
  return [...tags, tag]
}

/** Without this tag; a pinned tag cannot be closed. */
export const close = (tags: readonly Tag[], path: string): Tag[] => tags.filter(tag => tag.pinned || tag.path !== path)

/** Only this tag and the pinned ones. */
export const closeOthers = (tags: readonly Tag[], path: string): Tag[] =>
  tags.filter(tag => tag.pinned || tag.path === path)

/** Without the tags to its right, except pinned ones. */
export function closeRight(tags: readonly Tag[], path: string): Tag[] {
  const at = tags.findIndex(tag => tag.path === path)
  return tags.filter((tag, i) => tag.pinned || at < 0 || i <= at)
}

/** Only the pinned tags. */
export const closeAll = (tags: readonly Tag[]): Tag[] => tags.filter(tag => tag.pinned)

/** The tag to open when the open one was closed: the nearest to its left, else the first. */
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

/** Replaces the open tags; they survive a reload, not the session. */
export function setTags(tags: Tag[]): void {
  useTags.setState({ tags })
  // After signing out the page is drawn once more; it must store nothing.
  if (pageToken()) writeSession(tagsKey, JSON.stringify(tags))
}

/** Adds the pinned tags and drops those that the user can no longer open. */
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

/** Restarts the view when it is shown next. */
export function restartView(path: string): void {
  useTags.setState(({ restarts }) => ({ restarts: { ...restarts, [path]: (restarts[path] ?? 0) + 1 } }))
}
