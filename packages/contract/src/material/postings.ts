import { type Decimal, parseDecimal } from '@timbermark/material'
import type { Stage } from '../stage/types.ts'
import { isOneOf } from '../one-of.ts'
import { type LossReason, lossReasons, type ResidueKind, residueKinds, type WoodForm } from './forms.ts'

/** Wood that comes in, or that is used, as a report states it. */
export interface WoodQuantity {
  /** Code of the dictionary `tree_species`. */
  species: string
  /** Cubic metres, above zero. */
  volume: Decimal
}

/** What a report does to the account of its batch. */
export type MaterialReport =
  | { act: 'felled' | 'purchased'; form: WoodForm; wood: WoodQuantity }
  | {
      act: 'converted'
      /** Forms that the input may have: the first that the batch has had. */
      from: readonly [WoodForm, ...WoodForm[]]
      input: WoodQuantity
      to: WoodForm
      output: WoodQuantity
      /** Measured residues, each kind once, of the species of the input. */
      residues: readonly { kind: ResidueKind; volume: Decimal }[]
      /** Why the rest is gone; null where nobody stated it. */
      lossReason: LossReason | null
    }

type Values = Readonly<Record<string, unknown>>

/** A stated volume above zero. */
function volumeOf(stated: unknown): Decimal | undefined {
  const volume = stated === undefined || stated === null ? undefined : parseDecimal(String(stated))
  return volume && volume.units > 0n ? volume : undefined
}

function quantityOf(values: Values, fields: { species: string; volume: string }, species?: string) {
  const named = values[fields.species]
  const volume = volumeOf(values[fields.volume])
  const code = typeof named === 'string' && named !== '' ? named : species
  return code === undefined || !volume ? undefined : { species: code, volume }
}

/**
 * What a report of a stage does to the account of wood of its batch.
 * @param values public values of the record, volumes as decimal text
 * @returns undefined for a stage without wood, and for a report that states no volume or no species
 */
export function materialOfReport({ material }: Stage, values: Values): MaterialReport | undefined {
  if (!material) return undefined
  if ('source' in material) {
    const { act, form } = material.source
    const wood = quantityOf(values, material.source)
    return wood && { act, form, wood }
  }
  const input = quantityOf(values, material.input)
  const output = input && quantityOf(values, material.output, input.species)
  if (!input || !output) return undefined
  const { form } = material.input
  const from: readonly [WoodForm, ...WoodForm[]] = typeof form === 'string' ? [form] : form
  const residues = residueKinds.flatMap(kind => {
    const volume = volumeOf(values[material.residues[kind]])
    return volume ? [{ kind, volume }] : []
  })
  const reason = values[material.lossReason]
  const lossReason = isOneOf(lossReasons, reason) ? reason : null
  return { act: 'converted', from, input, to: material.output.form, output, residues, lossReason }
}
