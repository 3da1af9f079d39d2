import { type Answer, type Cell, refuse, refuseError, writeNumber } from './cell.ts'
import { storedName } from './name-key.ts'
import { numberText } from './number.ts'
import { tidyText } from '../kinds/plain-text.ts'

/** How spreadsheet programs write a long number when they save a text with separators. */
const shortened = /^[+-]?\d(?:[.,]\d+)?E[+-]?\d{2,3}$/i
/** Error values of formulas (ECMA-376 part 1, section 18.17.3), as a list of separated text holds them. */
const failed = /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|GETTING_DATA)$/

export const isFailedFormula = (text: string): boolean => failed.test(text.trim())

/**
 * Reads a text: a name, a number of a paper, a code or a plate. A spreadsheet rounds long numbers, writes them as
 * `1.23E+17` and takes `3-12` for a date: that is refused, because the text that was meant cannot be recovered.
 * @param lines the text may have several
 */
export function readText(cell: Cell, lines = false): Answer<string> {
  switch (cell.is) {
    case 'error':
      return refuseError(cell)
    case 'date':
      return refuse('cellChanged', 'value', cell)
    case 'boolean':
      return { value: cell.yes ? 'TRUE' : 'FALSE' }
    case 'number': {
      const text = numberText(cell.number)
      // Sheets show what is this small with an exponent.
      const isTiny = cell.number !== 0 && Math.abs(cell.number) < 1e-6
      return text === undefined || isTiny ? refuse('cellChanged', 'value', cell) : { value: writeNumber(text, cell) }
    }
    case 'text': {
      const text = lines ? tidyText(cell.text) : storedName(cell.text)
      return shortened.test(text) ? refuse('cellChanged', 'value', cell) : { value: text }
    }
  }
}
