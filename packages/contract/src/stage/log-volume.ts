/**
 * Volume of a log by the mean of its two end diameters, as it is measured in Africa and France: V = π/4 · ((D1 + D2) / 2)² · L.
 * @param diameter1 @param diameter2 of the two ends in centimetres
 * @param length in metres
 * @returns cubic metres as decimal text with three digits, a litre; undefined when the measures make no volume
 */
export function logVolume(diameter1: number, diameter2: number, length: number): string | undefined {
  const mean = (diameter1 + diameter2) / 200
  const volume = (Math.PI / 4) * mean * mean * length
  if (!(diameter1 > 0 && diameter2 > 0 && length > 0) || !Number.isFinite(volume)) return undefined
  // At least one litre: the field accepts no zero.
  return String(Math.max(0.001, Math.round(volume * 1000) / 1000))
}

/** Sum of volumes in decimal text, three digits; texts that are no number are skipped. */
export function totalVolume(volumes: readonly (string | undefined)[]): string {
  // In litres, so that ten times 0.1 is 1.
  const litres = volumes.reduce((sum, volume) => {
    const one = Math.round(Number(volume || 0) * 1000)
    return Number.isFinite(one) ? sum + one : sum
  }, 0)
  return String(litres / 1000)
}
