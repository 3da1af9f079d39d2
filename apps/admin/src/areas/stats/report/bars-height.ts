/** Height in px of a chart with this number of groups of horizontal bars. */
export const barsHeight = (groups: number, series: number) => 44 + groups * (12 + 14 * series)
