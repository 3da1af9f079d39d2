import type { StageKey } from './keys.ts'

/** How a stage's field is asked for on the phone and checked by the server. */
export type StageFieldType =
  | 'text'
  | 'longText'
  /** Decimal number; travels as a string so that it stays exact. */
  | 'number'
  | 'integer'
  | 'date'
  | 'datetime'
  | 'yesNo'
  /** One of `options`; labels are phrases `stage.option.<option>`. */
  | 'choice'
  /** One value of a dictionary. */
  | 'dict'
  /** ISO 3166-1 alpha-2 country. */
  | 'country'
  /** WGS-84 longitude and latitude, `[longitude, latitude]`, degrees. */
  | 'coordinates'
  /** Pictures: ids of uploaded files. */
  | 'images'
  /** Documents (pdf or picture): ids of uploaded files. */
  | 'files'
  /** Code of a certificate or form kept as evidence. */
  | 'document'
  /** A scanned code. */
  | 'code'

/** Groups of fields, in the words of the specification's stage field vocabulary. */
export type FieldGroup =
  | 'common'
  | 'forest'
  | 'labour'
  | 'permits'
  | 'felling'
  | 'transport'
  | 'transportDocuments'
  | 'parties'
  | 'rawMaterial'
  | 'legality'
  | 'product'
  | 'storage'
  | 'packing'
  | 'customsGoods'
  | 'customsDocuments'
  | 'exporter'
  | 'shipping'
  | 'importer'
  | 'inspection'
  | 'endProduct'
  | 'media'
  /** What a company's own stage template adds. */
  | 'template'

export interface StageField {
  /** Unique within the stage; its label is the phrase `stage.field.<key>`. */
  key: string
  type: StageFieldType
  group: FieldGroup
  required?: boolean
  /** Phrase `unit.<unit>`: m, cm, mm, m3, kg, ha, yuan, percent, pieces. */
  unit?: string
  /** Numbers: smallest and largest value. `max` of texts: characters; of images and files: how many. */
  min?: number
  max?: number
  /** Must not exceed the value of this other number or date of the stage (net weight and gross weight). */
  notAbove?: string
  /** Dates and times: of something that has been done, hence never ahead of the clock. */
  happened?: boolean
  options?: readonly string[]
  dict?: string
  /** Names or reaches a person: salted and hashed in the ledger, not on public pages. */
  personal?: boolean
  /** A secret of the trade (prices, contracts): kept back in the ledger and from public pages as personal data are. */
  confidential?: boolean
  /**
   * Not a key of the report's `values`: `report` values travel beside it (`codes`, `parentCode`, `longitude` and
   * `latitude`), `server` values are set on arrival and only shown.
   */
  from?: 'report' | 'server'
  /** Placed by a template behind the field with this key, `''` at the head of its group. */
  after?: string
  /** Shown on the public page among the first few facts of the stage. */
  highlight?: boolean
}

/** Keys of the fields that hold a species (dictionary `tree_species`) and its volume (m³). */
export interface MaterialFields {
  species: string
  volume: string
}

/** Every group that a field can stand in. */
export const fieldGroups = [
  'common',
  'forest',
  'labour',
  'permits',
  'felling',
  'transport',
  'transportDocuments',
  'parties',
  'rawMaterial',
  'legality',
  'product',
  'storage',
  'packing',
  'customsGoods',
  'customsDocuments',
  'exporter',
  'shipping',
  'importer',
  'inspection',
  'endProduct',
  'media',
  'template',
] as const satisfies readonly FieldGroup[]

/** One of the 18 stages as data. Names are phrases `stage.<key>`; a one-line explanation is `stage.<key>.hint`. */
export interface Stage {
  key: StageKey
  /** 1 to 18. */
  order: number
  fields: readonly StageField[]
  /** Code levels that may be reported (1 item, 2 package, 3 container). */
  levels: readonly (1 | 2 | 3)[]
  /** `batch`: what is reported holds for the whole batch; `codes`: only for the codes reported (and what they contain). */
  reach: 'batch' | 'codes'
  /** Transformation (inputs and outputs with species and volume) or aggregation (children under a parent code). */
  shape: 'observation' | 'transformation' | 'aggregation'
  /** May a batch go on without it? */
  optional: boolean
  /** Fields that say how much of which species goes in and comes out, for volume balances and EPCIS quantities. */
  material?: { input?: MaterialFields; output?: MaterialFields }
  /** EPCIS 2.0 mapping (CBV words; own values are URIs). */
  epcis: {
    event: 'ObjectEvent' | 'AggregationEvent' | 'TransactionEvent' | 'TransformationEvent'
    action?: 'ADD' | 'OBSERVE' | 'DELETE'
    bizStep: string
    disposition: string
  }
}

/** Kept back from public pages and hashed with a salt in the ledger: personal data and secrets of the trade. */
export function isWithheld(field: StageField): boolean {
  return field.personal === true || field.confidential === true
}
