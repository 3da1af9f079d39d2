import type { StageKey } from '@timbermark/contract'
import type { Format } from '../format.ts'
import type { Withdrawn } from '../proof/proven.ts'
import type { Texts } from '../texts.ts'
import type { Facts, Item } from '../types.ts'
import { Journey } from './Journey.tsx'
import { Later } from './Later.tsx'
import { Places } from './Places.tsx'

interface Props {
  answer: Pick<Item, 'stages' | 'histories' | 'records'>
  /** Records that no longer speak of the item. */
  withdrawn: readonly Withdrawn[]
  /** Records, by their numbers, and stages that something speaks against. */
  doubted: readonly string[]
  url: string
  texts: Texts
  format: Format
}

/** Where the wood has been: stage by stage, and on the map. Most codes of a batch have it in common. */
export function Way(props: Props) {
  return (
    <>
      <Journey {...props} />
      <Later>
        <Places {...props} />
      </Later>
    </>
  )
}

/** Stages that the ledger speaks against, as the platform states it. */
export const suspectedStages = ({ warnings }: Pick<Facts, 'warnings'>): StageKey[] =>
  warnings.flatMap(warning => (warning.kind === 'suspicious' ? (warning.stage ?? []) : []))
