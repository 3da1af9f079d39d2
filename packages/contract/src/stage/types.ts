import type { ResidueKind, WoodForm } from '../material/forms.ts'
import type { StageKey } from './keys.ts'

/** Type of a stage's field: its input on the phone and its check on the server. */
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
  /** Code of a certificate or form stored as evidence. */
  | 'document'
  /** Number of a plot of the enterprise; the record keeps the version of its shape. */
  | 'plot'
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
  /** Attributes of a company's stage template. */
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
  /** Personal data: salted and hashed in the ledger, not on public pages. */
  personal?: boolean
  /** Trade secret (prices, contracts): withheld like personal data in the ledger and on public pages. */
  confidential?: boolean
  /**
   * Not a key of the report's `values`: `report` values are next to it in the body (`codes`, `parentCode`, `longitude`
   * and `latitude`), `server` values are set on arrival and only shown.
   */
  from?: 'report' | 'server'
  /** Placed by a template after the field with this key; `''` means at the head of its group. */
  after?: string
  /** Shown on the public page among the first few facts of the stage. */
  highlight?: boolean
}

/** Keys of the fields that hold a species (dictionary `tree_species`) and its volume (m³), and the form of that wood. */
export interface MaterialFields {
  species: string
  volume: string
  /** Of an input: the form that is used first, and the forms that are used when the batch never had it. */
  form: WoodForm | readonly [WoodForm, ...WoodForm[]]
}

/** What a stage does to the account of a batch: wood comes in from a source, or wood of one form becomes wood of another. */
export type StageMaterial =
  | { source: MaterialFields & { form: WoodForm; act: 'felled' | 'purchased' } }
  | {
      input: MaterialFields
      /** The species of the input where none is reported. */
      output: MaterialFields & { form: WoodForm }
      /** Field with the volume (m³) of each kind of residue. */
      residues: Readonly<Record<ResidueKind, string>>
      /** Field with the reason why the rest is gone. */
      lossReason: string
    }

/** All groups of fields. */
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
  /** `batch`: a report is valid for the complete batch; `codes`: only for the reported codes (and their contents). */
  reach: 'batch' | 'codes'
  /** Transformation (inputs and outputs with species and volume) or aggregation (children under a parent code). */
  shape: 'observation' | 'transformation' | 'aggregation'
  /** Whether a batch may go on without it. */
  optional: boolean
  /** Fields with species and volume that count in the ledger of material, and as EPCIS quantities. */
  material?: StageMaterial
  /** EPCIS 2.0 mapping (CBV words; own values are URIs). */
  epcis: {
    event: 'ObjectEvent' | 'AggregationEvent' | 'TransactionEvent' | 'TransformationEvent'
    action?: 'ADD' | 'OBSERVE' | 'DELETE'
    bizStep: string
    disposition: string
  }
}

/** Whether a field is withheld from public pages and hashed with a salt in the ledger: personal data and trade secrets. */
export function isWithheld(field: StageField): boolean {
  return field.personal === true || field.confidential === true
}
