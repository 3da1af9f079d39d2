import type { StageKey } from '@timbermark/contract'
import type { TraceStage } from '@timbermark/contract/trace'
import { buildJourney } from './journey.ts'

export interface Place {
  name: string | null
  longitude: number
  latitude: number
  /** `id`: the element of the stage on the page. */
  stages: { key: StageKey; order: number; id: string }[]
}

/** Reports within this distance (degrees, about ten kilometres) and with the same name are one place. */
const sameDegrees = 0.1

/** A part of the journey, and what the elements of its stages are named by. */
export interface PlacedPart {
  stages: readonly TraceStage[]
  prefix: string
}

/** Collects the reported places in the order in which the journey first reaches them; a place lists all its stages. */
export function collectPlaces(parts: readonly PlacedPart[]): Place[] {
  const places: Place[] = []
  for (const { key, order, id, records } of parts.flatMap(stagesOf)) {
    for (const { place } of records) {
      if (!place) continue
      const existing = places.find(
        other =>
          other.name === place.name &&
          Math.abs(other.longitude - place.longitude) < sameDegrees &&
          Math.abs(other.latitude - place.latitude) < sameDegrees,
      )
      if (!existing) places.push({ ...place, stages: [{ key, order, id }] })
      else if (!existing.stages.some(stage => stage.id === id)) existing.stages.push({ key, order, id })
    }
  }
  return places
}

const stagesOf = ({ stages, prefix }: PlacedPart) =>
  buildJourney(stages).map(stage => ({ ...stage, id: `${prefix}stage-${stage.key}` }))
