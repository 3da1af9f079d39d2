import { decimalText, multiply, parseDecimal } from './decimal.ts'
import { checkRange, type ExactVolume, type Inputs, measured, type Measured, RangeFault, readInput } from './measure.ts'

/** What is measured of sawn timber: length in metres, width and thickness in millimetres, and the number of pieces. */
export const sawnInputs = ['length', 'width', 'thickness', 'pieces'] as const
export type SawnInput = (typeof sawnInputs)[number]

/** The rules by which the volume of sawn timber is measured. */
export const sawnRules = ['sawnPieces'] as const
export type SawnRule = (typeof sawnRules)[number]

/**
 * The volume of pieces of one size in cubic metres: length (m) × width (mm) × thickness (mm) / 1,000,000 × pieces, rounded
 * once, to a litre.
 */
export function sawnVolume(inputs: Inputs<SawnInput>): Measured<SawnInput> {
  return measured(() => exactSawnVolume(inputs))
}

function exactSawnVolume(inputs: Inputs<SawnInput>): ExactVolume {
  const [length, width, thickness, pieces] = sawnInputs.map(input => readInput(inputs, input))
  if (pieces!.units % 10n ** BigInt(pieces!.scale) !== 0n) throw new RangeFault({ reason: 'invalid', input: 'pieces' })
  checkRange(pieces!, 'pieces', { least: '1' })
  return { numerator: multiply(length!, width!, thickness!, pieces!), divisor: 1_000_000n, digits: 3 }
}

/** A length in millimetres as metres, exact; what is no decimal stays as it is, for the rule to refuse. */
export function millimetresToMetres(value: unknown): unknown {
  const length = parseDecimal(String(value ?? '').trim())
  return length ? decimalText({ units: length.units, scale: length.scale + 3 }) : value
}
