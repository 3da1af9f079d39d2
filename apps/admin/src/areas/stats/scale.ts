/** A round number at or above the largest value, and the steps of an axis up to it (four at most). */
export function axisOf(largest: number): number[] {
  if (largest <= 0) return [0, 1]
  const rough = largest / 4
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map(factor => factor * power).find(size => size * 4 >= largest) ?? power * 10)
  const ticks = [0]
  while ((ticks.at(-1) ?? 0) < largest) ticks.push((ticks.at(-1) ?? 0) + step)
  return ticks
}

/** Points of a line through the values, in a box of the given size, the first at the left edge. */
export function linePoints(values: readonly number[], top: number, width: number, height: number): string {
  const across = values.length > 1 ? width / (values.length - 1) : 0
  return values.map((value, index) => `${round(index * across)},${round(height - (value / top) * height)}`).join(' ')
}

const round = (value: number) => Math.round(value * 100) / 100
