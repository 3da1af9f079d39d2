import type { WireCode } from '../wire/wire-code.ts'

/** Refusals about articles and banners. */
export const newsErrors = {
  /** The planned time has passed, or is more than a year ahead. */
  'news.publishAtPast': 500,
  'news.publishAtTooFar': 500,
  /** Only a draft can be planned. */
  'news.notDraft': 500,
  'site.endsBeforeStart': 500,
} as const satisfies Record<string, WireCode>
