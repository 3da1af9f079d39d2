import { choice, datetime, decimal, dict, flag, text } from '../field.ts'
import { stageKeys } from '../stage/keys.ts'
import { residueReasons, woodForms } from './forms.ts'
import { rowExtras, defineView } from '../view.ts'

/**
 * Why an entry stands in the ledger of material:
 *
 * - `felled`, `purchased`, `received`: wood comes in, by a report or by a handover
 * - `transferred`: wood moves from one batch of the enterprise to another
 * - `converted`: a transformation takes wood of one form and gives another, and residues by kind; `lost` is the rest, as residue
 * - `handedOver`: wood goes to another enterprise
 * - `measured`: the wood was measured again, by other hands, and the measures differ
 * - `undeclared`: wood was used whose source nobody has reported yet
 * - `reversed`: takes back an entry of a record that was corrected or withdrawn
 */
export const materialActs = [
  'felled',
  'purchased',
  'received',
  'transferred',
  'converted',
  'lost',
  'handedOver',
  'measured',
  'undeclared',
  'reversed',
] as const
export type MaterialAct = (typeof materialActs)[number]

const volume = { scale: 6, unit: 'm3', readonly: true, required: true } as const

/** What a batch has of each species and form of wood: one row each. */
export const materialBalance = defineView({
  area: 'material',
  name: 'balance',
  label: 'batchNumber',
  defaultColumns: ['batchNumber', 'productName', 'species', 'form', 'volumeIn', 'volumeOut', 'volume', 'undeclared'],
  fields: {
    batchNumber: text({ max: 50, search: 'like', sortable: true, readonly: true, required: true }),
    productName: text({ max: 100, search: 'like', readonly: true, required: true }),
    species: dict({ dict: 'tree_species', search: 'eq', readonly: true, required: true }),
    form: choice({ options: woodForms, search: 'eq', readonly: true, required: true }),
    /** All that came in, without what is undeclared. */
    volumeIn: decimal(volume),
    volumeOut: decimal(volume),
    /** What there is now. Never below zero. */
    volume: decimal({ ...volume, sortable: true }),
    /** Difference between measures of the same wood: above zero when later measures gave more. */
    measured: decimal(volume),
    /** Used without a reported source. */
    undeclared: decimal({ ...volume, sortable: true }),
    /** When wood without a source was first entered; null where none is left. */
    undeclaredSince: datetime({ readonly: true }),
    /** When a recount first found that the balance is not the sum of its entries; null when it is. */
    differsSince: datetime({ readonly: true }),
    updatedAt: datetime({ readonly: true, required: true, sortable: true }),
  },
  searches: {
    /** Whether some of it was used without a reported source. */
    sourceless: flag({ search: 'eq' }),
    /** Whether the last recount found that it is not the sum of its entries. */
    differs: flag({ search: 'eq' }),
  },
  operations: ['list', 'export'],
  rowExtras: rowExtras<{ batchId: number }>(),
})

/** The entries of the account of a batch, newest first. They are never changed; what was wrong is reversed. */
export const materialEntry = defineView({
  area: 'material',
  name: 'entry',
  label: 'act',
  within: 'batchId',
  unscoped: 'entries of one batch, which must be in scope',
  defaultColumns: ['happenedAt', 'act', 'species', 'form', 'volume', 'stage', 'reason', 'counterpart'],
  fields: {
    happenedAt: datetime({ readonly: true, required: true }),
    act: choice({ options: materialActs, readonly: true, required: true, search: 'eq' }),
    species: dict({ dict: 'tree_species', readonly: true, required: true, search: 'eq' }),
    form: choice({ options: woodForms, readonly: true, required: true, search: 'eq' }),
    /** Above zero in, below zero out. */
    volume: decimal({ scale: 6, unit: 'm3', readonly: true, required: true }),
    /** Kind of a residue, or why wood was lost; empty where nobody stated it. */
    reason: choice({ options: residueReasons, readonly: true, search: 'eq' }),
    /** The stage whose report made it; empty for a handover. */
    stage: choice({ options: stageKeys, readonly: true }),
    /** Paper of the report. */
    documentCode: text({ max: 50, readonly: true }),
    /** The other enterprise of a handover, the invited partner that reported it, or the other batch of a transfer. */
    counterpart: text({ max: 100, readonly: true }),
    recordedAt: datetime({ readonly: true, required: true }),
  },
  operations: ['list'],
  rowExtras: rowExtras<{ recordId: number | null }>(),
})
