// Only the keys: the contract's index would pull its validator into the bundle.
import { type StageKey, stageKeys } from '@timbermark/contract/stage-keys'
import type { TraceStage, TraceValue } from '@timbermark/contract/trace'

type FieldGroup = TraceValue['group']

export interface JourneyStage {
  key: StageKey
  order: number
  records: TraceStage[]
}

/** All 18 stages, each with its records by time, including stages without a record. */
export function buildJourney(stages: readonly TraceStage[]): JourneyStage[] {
  return stageKeys.map((key, i) => ({
    key,
    order: i + 1,
    records: stages
      .filter(record => record.stage === key)
      .sort((a, b) => Date.parse(a.happenedAt || a.recordedAt) - Date.parse(b.happenedAt || b.recordedAt)),
  }))
}

/** Field groups in the order that a reader expects: what, who, where from, papers. */
const groupOrder: readonly FieldGroup[] = [
  'felling',
  'product',
  'rawMaterial',
  'forest',
  'transport',
  'packing',
  'storage',
  'inspection',
  'shipping',
  'customsGoods',
  'endProduct',
  'parties',
  'exporter',
  'importer',
  'legality',
  'permits',
  'labour',
  'customsDocuments',
  'transportDocuments',
  'common',
  'template',
  'media',
]

/** Types whose values are drawn as pictures and files, not as text. */
const fileTypes: readonly TraceValue['type'][] = ['images', 'files']

export interface ValueGroup {
  group: FieldGroup
  values: TraceValue[]
}

export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** Groups the values of a record; empty values and files are left out. */
export function groupValues(values: readonly TraceValue[]): ValueGroup[] {
  const visible = values.filter(value => !isEmpty(value.value) && !fileTypes.includes(value.type))
  // A group that this page does not know comes last.
  const groups = new Set([...groupOrder, ...visible.map(value => value.group)])
  return [...groups]
    .map(group => ({ group, values: visible.filter(value => value.group === group) }))
    .filter(({ values }) => values.length > 0)
}

/** Selects the few values that are shown before the details of a record are opened. */
export function selectHighlights(values: readonly TraceValue[]): TraceValue[] {
  return values.filter(value => value.highlight && !isEmpty(value.value) && !fileTypes.includes(value.type)).slice(0, 4)
}
