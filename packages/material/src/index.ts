export { add, compare, type Decimal, decimal, decimalText, multiply, parseDecimal, subtract } from './decimal.ts'
export { inputsOfRule, type LogInput, type LogRule, logInputs, logRules, logVolume } from './log-rules.ts'
export { isSameVolume, type Measured, type MeasureFault, totalVolume, volumeOfPieces } from './measure.ts'
export { millimetresToMetres, type SawnInput, type SawnRule, sawnInputs, sawnRules, sawnVolume } from './sawn-rules.ts'
