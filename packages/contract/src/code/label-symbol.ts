/** Symbols of labels and the dots of the printer that prints them. Lengths are in points unless stated otherwise. */

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
