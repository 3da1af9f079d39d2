import { z } from 'zod'
import { perLanguage } from '../kinds/texts.ts'

/** A text in each of the product's languages, none left out. */
export const textInEachLanguage = z.strictObject(perLanguage(() => z.string().max(200)))

/** A whole number that a double holds exactly. */
export const safeInteger = z.number().int().min(Number.MIN_SAFE_INTEGER).max(Number.MAX_SAFE_INTEGER)

/** Digits after the point. */
export const scale = z.number().int().min(0).max(12).optional()
export const dictionaryType = z.string().max(100).optional()

/** Options of a choice. */
export const choiceOptions = z
  .array(z.strictObject({ value: z.string().max(40), labels: textInEachLanguage }))
  .max(50)
  .optional()
