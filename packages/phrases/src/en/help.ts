/** What help sheets show: fetched when the first one is opened. */
import { helpGoods } from './help-goods.ts'
import { helpMarket } from './help-market.ts'
import { helpSystem } from './help-system.ts'
import { helpWords } from './help-words.ts'
import { helpSheet } from './help-sheet.ts'
import { helpTour } from './help-tour.ts'

/** Texts of the help in English. */
export const help = {
  ...helpGoods,
  ...helpMarket,
  ...helpSystem,
  ...helpWords,
  ...helpSheet,
  ...helpTour,
} as const
