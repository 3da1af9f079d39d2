import type { StageKey } from '@timbermark/contract'
import type { TraceStage } from '@timbermark/contract/trace'
import { buildJourney } from './journey.ts'

export interface Place {
  name: string | null
  longitude: number
  latitude: number
  stages: { key: StageKey; order: number }[]
}

/** Reports within this distance (degrees, about ten kilometres) and with the same name are one place. */
const sameDegrees = 0.1

/** Collects the reported places in the order in which the journey first reaches them; a place lists all its stages. */
export function collectPlaces(records: readonly TraceStage[]): Place[] {
  const places: Place[] = []
  for (const { key, order, records: stageRecords } of buildJourney(records)) {
    for (const { place } of stageRecords) {
      if (!place) continue
      const existing = places.find(
        other =>
          other.name === place.name &&
          Math.abs(other.longitude - place.longitude) < sameDegrees &&
          Math.abs(other.latitude - place.latitude) < sameDegrees,
      )
      if (!existing) places.push({ ...place, stages: [{ key, order }] })
      else if (!existing.stages.some(stage => stage.key === key)) existing.stages.push({ key, order })
    }
  }
  return places
}
