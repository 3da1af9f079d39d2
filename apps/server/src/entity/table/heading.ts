/** No column has a longer title. */
const headingLength = 200

/**
 * The form in which the headings of imported columns are compared, because people type them again, wrap them and change
 * their case: without accents, line breaks, signs around a unit, and the star that a template adds to required columns.
 */
export function headingOf(title: string): string | undefined {
  if (title.length > headingLength) return undefined
  return title
    .normalize('NFKD')
    .replace(/[\p{M}\p{Cf}*]/gu, '')
    .replace(/[\s()[\]{}<>,;:/._\u2010-\u2015-]+/gu, ' ')
    .replace(/[\u2018\u2019\u02bc`\u00b4]/g, "'")
    .trim()
    .toLowerCase()
}
