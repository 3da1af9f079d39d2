/** Converts between a moment (ISO 8601, UTC), which is stored, and the phone's local time, which people read and type. */

const two = (part: number) => String(part).padStart(2, '0')

/** Value of an `<input type="datetime-local">` for a moment; empty for none. */
export function localInput(moment: string): string {
  const date = new Date(moment)
  if (Number.isNaN(date.getTime())) return ''
  const day = `${String(date.getFullYear()).padStart(4, '0')}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
  return `${day}T${two(date.getHours())}:${two(date.getMinutes())}`
}

/** The moment of such an input's value; empty for none. */
export function momentOfInput(text: string): string {
  const date = new Date(text)
  return text === '' || Number.isNaN(date.getTime()) ? '' : date.toISOString()
}
