import { type Format, formatMoment } from './format.ts'
import type { Texts } from './texts.ts'
import type { VerdictDetails } from './verdict.ts'

/** Since when and why a label is spoiled or lost, for the note of the verdict. */
export function labelWords(
  { kind, label }: Pick<VerdictDetails, 'kind' | 'label'>,
  texts: Pick<Texts, 't'>,
  format: Format,
): { time?: string; reason?: string } {
  if (kind !== 'spoiled' && kind !== 'lost') return {}
  return {
    time: label.since ? formatMoment(label.since, format) : '–',
    reason: label.reason ? texts.t(`trace.label.reason.${label.reason}`) : '–',
  }
}
