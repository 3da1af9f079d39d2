/** Widths of texts in a sheet, counted in digits of its normal font. */

/** Chinese characters and full-width signs are as wide as two digits, capitals a little wider than one. */
export function textWidth(text: string): number {
  let width = 0
  for (const character of text) width += /[\u1100-\uffe6]/.test(character) ? 2 : /\p{Lu}/u.test(character) ? 1.25 : 1
  return width
}

/** Lines that a text takes in a column of this width: words stay whole when they fit. */
export function linesOf(text: string, width: number): number {
  let lines = 0
  for (const paragraph of text.split('\n')) {
    lines++
    let used = 0
    for (const word of paragraph.split(' ')) {
      const needed = textWidth(word)
      if (used > 0 && used + 1 + needed > width) {
        lines++
        used = 0
      }
      lines += Math.max(0, Math.ceil(needed / width) - 1)
      used += (used > 0 ? 1 : 0) + (needed % width || Math.min(needed, width))
    }
  }
  return lines
}
