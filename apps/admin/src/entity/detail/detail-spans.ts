/**
 * How many columns each field of a detail takes. A full-width field begins a new line, and the field before it takes
 * the rest of its own line: otherwise the library would give the full-width field only that rest.
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
