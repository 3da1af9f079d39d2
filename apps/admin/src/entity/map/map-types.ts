import type { ReactNode } from 'react'

/** A place with a value, in degrees (WGS 84). */
export interface MapPoint {
  key: string
  name: string
  longitude: number
  latitude: number
  value: number
  tone?: 'plain' | 'warning'
  /** What the list shows in addition to name and value. */
  more?: ReactNode
}

/** A country by its ISO 3166-1 code, or a province of China by its six digits. */
export interface MapArea {
  code: string
  name: string
  value: number
}

/** What a map draws. */
export interface Drawing {
  points: readonly MapPoint[]
  route: readonly number[]
  areas: readonly MapArea[]
  formatValue: (value: number) => string
  selected: string | undefined
}

/** Controls of a map. */
export interface MapHandle {
  /** Zooms in by a factor above 1, out by a factor below 1. */
  zoom: (factor: number) => void
  /** Resets the map to its initial part. */
  showAll: () => void
}
