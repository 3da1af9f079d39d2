/** Widths of one character in px at 14 px, somewhat more than most need: of an ideograph, of a broad letter, of any other. */
const ideograph = 14.2
const broad = 11.6
const other = 7.8

/** About how wide a short text is drawn, in px at 14 px, without having drawn it. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += widthOf(character)
  return Math.ceil(width)
}

function widthOf(character: string): number {
  if (/[\u2e80-\u9fff\uac00-\ud7af\uf900-\ufaff\uff00-\uffef]/.test(character)) return ideograph
  return /[mwMW@]/.test(character) ? broad : other
}

/** Words never share a line with less than this, in px: shorter texts stay whole. */
const unbrokenWidth = 62

/**
 * Least width in px at which a short text needs no more than two lines: words stay whole, ideographs may part anywhere. What is
 * longer than `most` may break inside a word.
 */
export function leastWidth(text: string, most = 150): number {
  const all = textWidth(text)
  if (all <= unbrokenWidth) return all
  // Each place where a line may end is tried as the end of the first.
  const parts = text.split(/(?<=[\s\u2e80-\u9fff\uff00-\uffef])/)
  let least = all
  for (let first = 1; first < parts.length; first++) {
    const width = (some: string[]) => textWidth(some.join('').trim())
    least = Math.min(least, Math.max(width(parts.slice(0, first)), width(parts.slice(first))))
  }
  return Math.min(most, least)
}
