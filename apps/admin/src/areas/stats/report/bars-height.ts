/** Height of a picture of so many groups of lying bars, in px. */
export const barsHeight = (groups: number, series: number) => 44 + groups * (12 + 14 * series)
