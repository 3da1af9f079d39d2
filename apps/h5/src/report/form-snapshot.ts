import type { AuthorizedStage } from './wire.ts'

type Template = AuthorizedStage['templates'][number]

/** A form as a report began with it. */
export type FormSnapshot = Pick<Template, 'id' | 'name' | 'nameTexts' | 'attributes'>

/** What a report keeps of the form that it begins with. */
export const takeFormSnapshot = ({ id, name, nameTexts, attributes }: Template): FormSnapshot => ({
  id,
  name,
  nameTexts,
  attributes,
})

/**
 * The forms that a report may have: those on offer, and the one it began with while that is an earlier version of one of
 * them. Changed since, it would ask something else of the answers that stand there; the server takes it as it was begun.
 */
export function availableForms(
  offered: readonly (FormSnapshot & Partial<Pick<Template, 'earlier'>>)[],
  begun: FormSnapshot | undefined,
): readonly (FormSnapshot & { begun?: true })[] {
  // What was kept by an earlier version of the page does not say which versions there were.
  const stands = begun && offered.some(({ earlier }) => earlier?.some(id => String(id) === String(begun.id)))
  return stands ? [...offered, { ...begun, begun: true }] : offered
}
