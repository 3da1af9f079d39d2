/** The 18 stages, the check of what is reported about them, and the dictionaries that their fields choose from. */
import { forestSurvey } from './definitions/01-forest-survey.ts'
import { felling } from './definitions/02-felling.ts'
import { forestInspection } from './definitions/03-forest-inspection.ts'
import { rawMaterialPurchase } from './definitions/04-raw-material-purchase.ts'
import { processing } from './definitions/05-processing.ts'
import { factoryEntry } from './definitions/06-factory-entry.ts'
import { factoryExit } from './definitions/07-factory-exit.ts'
import { dockInspection } from './definitions/08-dock-inspection.ts'
import { packing } from './definitions/09-packing.ts'
import { dockEntry } from './definitions/10-dock-entry.ts'
import { dockExit } from './definitions/11-dock-exit.ts'
import { exportCustoms } from './definitions/12-export-customs.ts'
import { seaShipping } from './definitions/13-sea-shipping.ts'
import { importCustoms } from './definitions/14-import-customs.ts'
import { endTransport } from './definitions/15-end-transport.ts'
import { secondaryProcessing } from './definitions/16-secondary-processing.ts'
import { productInformation } from './definitions/17-product-information.ts'
import { productSales } from './definitions/18-product-sales.ts'
import type { StageKey } from './keys.ts'
import type { FieldGroup, Stage } from './types.ts'

export * from '../dictionaries.ts'
export * from './attribute.ts'
export * from './check.ts'
export * from './form-groups.ts'
export { firstYear } from '../kinds/calendar.ts'
export * from '../kinds/countries.ts'
export * from '../kinds/coordinates.ts'
export { isAbsent } from '../kinds/kinds.ts'
export * from './kind.ts'
export * from './canonical-values.ts'
export * from './drawn-quantity.ts'
export * from './measure.ts'
export * from './table.ts'
export * from './field-placement.ts'
export * from './position.ts'
export { isWithheld } from './types.ts'

const declared = [
  forestSurvey,
  felling,
  forestInspection,
  rawMaterialPurchase,
  processing,
  factoryEntry,
  factoryExit,
  dockInspection,
  packing,
  dockEntry,
  dockExit,
  exportCustoms,
  seaShipping,
  importCustoms,
  endTransport,
  secondaryProcessing,
  productInformation,
  productSales,
] as const satisfies readonly Stage[]

/** All stages in order (specification section 1). */
export const stages: readonly Stage[] = declared

/** Fields that state the volume of the reported goods, in cubic metres: what came out of a mill counts, not what went in. */
const volumeFields = ['outputVolume', 'volume'] as const

/** Of each stage whose reports state a volume, the field that does. */
export const statedVolumes: readonly { stage: StageKey; field: (typeof volumeFields)[number] }[] = stages.flatMap(
  ({ key, fields }) => {
    const field = volumeFields.find(name => fields.some(one => one.key === name && one.type === 'number'))
    return field ? [{ stage: key, field }] : []
  },
)

type DeclaredField = (typeof declared)[number]['fields'][number]

/** Key of any field of any stage; its label is `stage.field.<key>`. */
export type StageFieldKey = DeclaredField['key']
/** Option of any choice field; its label is `stage.option.<option>`. */
export type StageOptionKey = Extract<DeclaredField, { options: readonly string[] }>['options'][number]
/** Phrases that the stages require in every language. */
export type StagePhraseKey =
  | `stage.${StageKey}`
  | `stage.${StageKey}.hint`
  | `stage.field.${StageFieldKey}`
  | `stage.group.${FieldGroup}`
  | `stage.option.${StageOptionKey}`

const byKey = new Map<string, Stage>(declared.map(stage => [stage.key, stage]))

/** The stage with this key. */
export function stageByKey(key: StageKey): Stage {
  const stage = byKey.get(key)
  if (!stage) throw new RangeError(`unknown stage ${key}`)
  return stage
}

export { ownCirculation } from './own-circulation.ts'
