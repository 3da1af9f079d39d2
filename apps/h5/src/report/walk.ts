/** A plot that is walked with the phone, as pure data: what is done with each position that the phone measures. */
import { distanceKm } from '@timbermark/contract'
import type { Position } from './report.ts'

/** One position of a walk. */
export interface WalkedPosition {
  position: Position
  /** How far off it may be, metres. */
  accuracy: number
}

/** Stored on the phone: property names must stay. */
export interface Walk {
  mode: 'outline' | 'point'
  state: 'idle' | 'walking' | 'paused' | 'finished'
  /** In the order of the walk; of a point only the most accurate one. */
  positions: WalkedPosition[]
  /** Measured, but left out: worse than `worstAccuracy`. */
  inaccurate: number
  /** Joined with the position before: closer than `leastStep`. */
  joined: number
}

export type WalkEvent =
  | { type: 'start' | 'pause' | 'resume' | 'undo' | 'finish' | 'again' }
  | { type: 'mode'; mode: Walk['mode'] }
  | ({ type: 'fix' } & WalkedPosition)

/** Positions that may be further off than this are left out, metres. */
export const worstAccuracy = 30
/** Positions that are closer than this to the one before are joined with it, metres: phones drift while one stands. */
export const leastStep = 3

/** Positions of an outline; one more closes it. A plot has 10,000 at most. */
export const mostWalked = 9_999

export const newWalk = (): Walk => ({ mode: 'outline', state: 'idle', positions: [], inaccurate: 0, joined: 0 })

/** The walk after an event; one that its state does not allow changes nothing. */
export function advanceWalk(walk: Walk, event: WalkEvent): Walk {
  const { state } = walk
  switch (event.type) {
    case 'mode':
      return state === 'idle' ? { ...walk, mode: event.mode } : walk
    case 'start':
      return state === 'idle' ? { ...walk, state: 'walking' } : walk
    case 'pause':
      return state === 'walking' ? { ...walk, state: 'paused' } : walk
    case 'resume':
      return state === 'paused' || state === 'finished' ? { ...walk, state: 'walking' } : walk
    case 'finish':
      return state === 'walking' || state === 'paused' ? { ...walk, state: 'finished' } : walk
    case 'undo':
      return { ...walk, positions: walk.positions.slice(0, -1) }
    case 'again':
      return { ...newWalk(), mode: walk.mode }
    case 'fix':
      return state === 'walking' ? addFix(walk, { position: event.position, accuracy: event.accuracy }) : walk
  }
}

function addFix(walk: Walk, fix: WalkedPosition): Walk {
  const { mode, positions } = walk
  if (fix.accuracy > worstAccuracy) return { ...walk, inaccurate: walk.inaccurate + 1 }
  const last = positions.at(-1)
  const isNear = last !== undefined && (mode === 'point' || metresBetween(last.position, fix.position) < leastStep)
  // Of two measurements of one place the more accurate one stays.
  if (isNear)
    return {
      ...walk,
      joined: walk.joined + 1,
      positions: fix.accuracy < last.accuracy ? [...positions.slice(0, -1), fix] : positions,
    }
  return positions.length >= mostWalked ? walk : { ...walk, positions: [...positions, fix] }
}

const metresBetween = (a: Position, b: Position): number => distanceKm(a, b) * 1000

/** GeoJSON of the walk: an outline is closed, also one that has too few positions, which the check says. */
export function geometryOf({ mode, positions }: Walk): { type: string; coordinates: unknown } {
  const places = positions.map(({ position }) => position)
  if (mode === 'point') return { type: 'Point', coordinates: places[0] ?? [] }
  return { type: 'Polygon', coordinates: [places.length > 0 ? [...places, places[0]!] : []] }
}

/** Metres around the closed outline. */
export function perimeterOf({ positions }: Walk): number {
  return positions.reduce(
    (sum, { position }, at) => sum + metresBetween(position, positions[(at + 1) % positions.length]!.position),
    0,
  )
}

/** The largest and the median of how far off the positions may be, metres; of no position 0. */
export function accuracyOf({ positions }: Walk): { worst: number; median: number } {
  const sorted = positions.map(({ accuracy }) => accuracy).sort((a, b) => a - b)
  const [low, high] = [sorted[(sorted.length - 1) >> 1] ?? 0, sorted[sorted.length >> 1] ?? 0]
  const round = (metres: number) => Math.round(metres * 10) / 10
  return { worst: round(sorted.at(-1) ?? 0), median: round((low + high) / 2) }
}
