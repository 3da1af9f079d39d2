/** How much wood a report draws on the papers that it names. */
import type { Stage } from './types.ts'

/** Units in which a paper covers wood. */
export const paperUnits = ['volume', 'pieces'] as const
export type PaperUnit = (typeof paperUnits)[number]

/** Fields with the quantity of the goods, the first that a stage has. What comes out of a transformation was covered as input. */
const quantityFields: Readonly<Record<PaperUnit, readonly string[]>> = {
  volume: ['volume', 'inputVolume', 'packageVolume'],
  pieces: ['pieces', 'quantity', 'rawMaterialQuantity'],
}

/** The fields of a stage that say how much its reports draw on a paper; a stage without one draws nothing of that unit. */
export function drawFields({ fields }: Pick<Stage, 'fields'>): Partial<Record<PaperUnit, string>> {
  const first = (unit: PaperUnit) => quantityFields[unit].find(key => fields.some(field => field.key === key))
  const [volume, pieces] = [first('volume'), first('pieces')]
  return { ...(volume !== undefined && { volume }), ...(pieces !== undefined && { pieces }) }
}
