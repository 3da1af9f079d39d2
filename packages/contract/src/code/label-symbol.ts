/** Symbols of labels and the dots of the printer that prints them. Lengths are in points unless stated otherwise. */
import type { ErrorLevel } from './label-layout.ts'

/** Dots to the inch of printers: thermal printers of 8 and 12 dots to the millimetre, and finer ones. */
export const printerDots = ['203', '300', '600'] as const
export type PrinterDots = (typeof printerDots)[number]

/** The least side of a module that phones read from paper after printing, in millimetres. */
export const leastModule = 0.33

/** Whole dots of the least module. */
export const leastDots = (dpi: number): number => Math.ceil((leastModule / 25.4) * dpi - 1e-9)

/** A symbol whose modules are whole dots, so that none is wider than another. */
export interface FittedSymbol {
  /** Dots of a module; below `leastDots` phones cannot read it. */
  dots: number
  side: number
}

/** Fits a symbol of so many modules into a square: the most whole dots a module that fit. */
export function fitSymbol(box: number, modules: number, dpi: number): FittedSymbol {
  const dots = Math.floor((box * dpi) / 72 / modules + 1e-6)
  return { dots, side: symbolSide(dots, modules, dpi) }
}

const symbolSide = (dots: number, modules: number, dpi: number) => (dots * modules * 72) / dpi

/** The least side of a symbol of so many modules. */
export const leastSide = (modules: number, dpi: number): number => symbolSide(leastDots(dpi), modules, dpi)

/**
 * Characters that symbols of version 1, 2, 3 ... hold in alphanumeric mode, by error correction (ISO/IEC 18004, table 7). The
 * last one holds the longest host name.
 */
const capacities: Readonly<Record<Exclude<ErrorLevel, 'auto'>, readonly number[]>> = {
  low: [25, 47, 77, 114, 154, 195, 224, 279, 335, 395],
  medium: [20, 38, 61, 90, 122, 154, 178, 221, 262, 311],
  quartile: [16, 29, 47, 67, 87, 108, 125, 157, 189, 221, 259, 296, 352],
  high: [10, 20, 35, 50, 64, 84, 93, 122, 143, 174, 200, 227, 259, 283, 321],
}

/** Modules a side of the symbol of an address in capitals. @param characters at most 283 */
export function modulesOf(characters: number, level: ErrorLevel): number {
  const version = capacities[level === 'auto' ? 'medium' : level].findIndex(most => characters <= most) + 1
  if (version === 0) throw new RangeError(`An address has no ${characters} characters`)
  return 17 + 4 * version
}
