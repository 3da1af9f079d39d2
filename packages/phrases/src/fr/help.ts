import { helpGoods } from './help-goods.ts'
import { helpMarket } from './help-market.ts'
import { helpSystem } from './help-system.ts'
import { helpWords } from './help-words.ts'
import { helpSheet } from './help-sheet.ts'
import { helpTour } from './help-tour.ts'

export const help = {
  ...helpGoods,
  ...helpMarket,
  ...helpSystem,
  ...helpWords,
  ...helpSheet,
  ...helpTour,
} as const
