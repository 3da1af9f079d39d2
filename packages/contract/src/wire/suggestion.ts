import { z } from 'zod'

/** Where a suggested value comes from. `usual` is the platform's own default. */
export const suggestionSources = ['product', 'batch', 'request', 'enterprise', 'usual'] as const
export type SuggestionSource = (typeof suggestionSources)[number]

/** A value with which the form of a new record begins. The person may change it; rules are checked when the record is added. */
export const suggestion = z.strictObject({
  field: z.string(),
  value: z.union([z.string(), z.number()]),
  source: z.enum(suggestionSources),
  /** What names the source, such as a batch number; null for the platform's default. */
  name: z.string().nullable(),
})
export type Suggestion = z.output<typeof suggestion>
