import type { StageKey } from '@timbermark/contract'
import type { Format } from '../format.ts'
import type { WithdrawnRecord } from '../proof/proven.ts'
import type { Texts } from '../texts.ts'
import type { StatedFacts, Item } from '../types.ts'
import { Journey } from './Journey.tsx'
import { Deferred } from './Deferred.tsx'
import { Places } from './Places.tsx'

interface Props {
  answer: Pick<Item, 'stages' | 'histories' | 'records'>
  /** Withdrawn records. */
  withdrawn: readonly WithdrawnRecord[]
  /** Record ids and stages with evidence against them. */
  doubted: readonly string[]
  url: string
  texts: Texts
  format: Format
}

/** Where the wood has been: stage by stage, and on the map. Most codes of a batch share it. */
export function JourneyAndPlaces(props: Props) {
  return (
    <>
      <Journey {...props} />
      <Deferred>
        <Places {...props} />
      </Deferred>
    </>
  )
}

/** Stages that the platform states to be suspicious. */
export const suspectedStages = ({ warnings }: Pick<StatedFacts, 'warnings'>): StageKey[] =>
  warnings.flatMap(warning => (warning.kind === 'suspicious' ? (warning.stage ?? []) : []))
