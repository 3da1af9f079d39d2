// The keys alone: the contract's index would bring its validator along.
import { type StageKey, stageKeys } from '@timbermark/contract/stage-keys'
import type { TraceStage, TraceValue } from '@timbermark/contract/trace'

type FieldGroup = TraceValue['group']

export interface JourneyStage {
  key: StageKey
  order: number
  records: TraceStage[]
}

/** All 18 stages, each with its records by time; a stage without a record stands there too. */
export function buildJourney(stages: readonly TraceStage[]): JourneyStage[] {
  return stageKeys.map((key, i) => ({
    key,
    order: i + 1,
    records: stages
      .filter(record => record.stage === key)
      .sort((a, b) => Date.parse(a.happenedAt || a.recordedAt) - Date.parse(b.happenedAt || b.recordedAt)),
  }))
}

/** Field groups in the order a reader expects: what, who, where from, papers. */
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

/** Values of pictures and files are shown as pictures and files, not as text. */
const fileTypes: readonly TraceValue['type'][] = ['images', 'files']

export interface ValueGroup {
  group: FieldGroup
  values: TraceValue[]
}

export function isEmpty(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)
}

/** The values of a record by group; empty values and those shown as files are left out. */
export function groupValues(values: readonly TraceValue[]): ValueGroup[] {
  const visible = values.filter(value => !isEmpty(value.value) && !fileTypes.includes(value.type))
  // A group that is new to this page comes last instead of being lost.
  const groups = new Set([...groupOrder, ...visible.map(value => value.group)])
  return [...groups]
    .map(group => ({ group, values: visible.filter(value => value.group === group) }))
    .filter(({ values }) => values.length > 0)
}

/** The few values that stand above the fold of a record. */
export function selectHighlights(values: readonly TraceValue[]): TraceValue[] {
  return values.filter(value => value.highlight && !isEmpty(value.value) && !fileTypes.includes(value.type)).slice(0, 4)
}
