/** Widths of one character in px at a font size of 14 px, rounded up: an ideograph, a broad letter, any other. */
const ideograph = 14.2
const broad = 11.6
const other = 7.8

/** Estimates the width of a short text in px at a font size of 14 px, without drawing it. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += widthOf(character)
  return Math.ceil(width)
}

function widthOf(character: string): number {
  if (/[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/.test(character)) return ideograph
  return /[mwMW@]/.test(character) ? broad : other
}

/** Texts up to this width, in px, are never broken. */
const unbrokenWidth = 62

/**
 * Minimum width in px at which a short text needs at most two lines. Words stay whole, ideographs may break anywhere. A
 * text wider than `most` may break inside a word.
 */
export function leastWidth(text: string, most = 150): number {
  const all = textWidth(text)
  if (all <= unbrokenWidth) return all
  // Try each possible line break as the end of the first line.
  const parts = text.split(/(?<=[\s\u2e80-\u9fff\uff00-\uffef])/)
  let least = all
  for (let first = 1; first < parts.length; first++) {
    const width = (some: string[]) => textWidth(some.join('').trim())
    least = Math.min(least, Math.max(width(parts.slice(0, first)), width(parts.slice(first))))
  }
  return Math.min(most, least)
}
