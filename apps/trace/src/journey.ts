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

/** Selects the few values that are shown before the details of a record are opened, and the rule that made a volume among them. */
export function selectHighlights(values: readonly TraceValue[]): TraceValue[] {
  const highlights = values.filter(value => value.highlight && !isEmpty(value.value) && !fileTypes.includes(value.type))
  return [
    ...highlights.slice(0, 4),
    ...values.filter(({ key, value }) => measureRules.includes(key) && !isEmpty(value)),
  ]
}

/** Fields that name the rule of a volume. */
const measureRules = ['measureRule', 'outputRule']

const dayMs = 86_400_000
const happenedAt = (record: TraceStage) => Date.parse(record.happenedAt || record.recordedAt)

/**
 * First and last place by time, the days between, and the enterprises that reported. Undefined when the wood was not reported at two
 * different places.
 */
export function summarizeJourney(
  stages: readonly TraceStage[],
): { from: string; to: string; days: number; companies: string[] } | undefined {
  const records = [...stages].sort((a, b) => happenedAt(a) - happenedAt(b))
  const placed = records.filter(record => record.place?.name)
  const [first, last] = [placed[0], placed.at(-1)]
  if (!first?.place?.name || !last?.place?.name || first.place.name === last.place.name) return undefined
  return {
    from: first.place.name,
    to: last.place.name,
    days: Math.round((happenedAt(last) - happenedAt(first)) / dayMs),
    companies: [...new Set(records.map(({ enterprise }) => enterprise).filter(Boolean))],
  }
}
