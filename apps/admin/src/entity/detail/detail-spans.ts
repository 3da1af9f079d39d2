/**
 * How many columns each field of a record's details takes. One that takes a whole line begins it, and the field before takes what
 * is left of the line before: else the library would give the whole one just that.
 * @param fullWidth which of the fields take a whole line
 */
export function detailSpans(fullWidth: readonly boolean[], columns: number): number[] {
  const spans = fullWidth.map(all => (all ? columns : 1))
  let taken = 0
  for (const [n, all] of fullWidth.entries()) {
    if (all && taken > 0) spans[n - 1]! += columns - taken
    taken = all ? 0 : (taken + 1) % columns
  }
  return spans
}
