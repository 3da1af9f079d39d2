import type { AuthorizedStage } from './wire.ts'

type Template = AuthorizedStage['templates'][number]

/** A template's form as it was when the report was started. */
export type FormSnapshot = Pick<Template, 'id' | 'name' | 'nameTexts' | 'attributes'>

/** The part of a template that a report stores when it is started. */
export const createFormSnapshot = ({ id, name, nameTexts, attributes }: Template): FormSnapshot => ({
  id,
  name,
  nameTexts,
  attributes,
})

/**
 * The forms that a report may use: the offered templates, and its own snapshot if that is an earlier version of one of
 * them. The changed form would have other fields than the answers; the server accepts a report with the version it was
 * started with.
 */
export function availableForms(
  offered: readonly (FormSnapshot & Partial<Pick<Template, 'earlier'>>)[],
  snapshot: FormSnapshot | undefined,
): readonly (FormSnapshot & { isSnapshot?: true })[] {
  // Answers that an older version of the page cached do not list earlier versions.
  const isEarlierVersion =
    snapshot && offered.some(({ earlier }) => earlier?.some(id => String(id) === String(snapshot.id)))
  return isEarlierVersion ? [...offered, { ...snapshot, isSnapshot: true }] : offered
}
