/** The text of a label: groups codes and breaks lines. The geometry is in the contract. */

/** The most lines of text next to a QR symbol; with more than six they are set smaller. */
export const maxLines = 8
/** The smallest distance of rows: smaller letters cannot be read on paper. */
export const minLeading = 6.2

/** A code of the platform in four groups of five, easier to read out and to type; foreign codes stay unchanged. */
export function groupCode(code: string): string {
  return /^[0-9A-Z]{20}$/.test(code) ? code.replace(/.{5}(?=.)/g, '$&-') : code
}

/**
 * Breaks lines of text into rows that are no wider than `width`: at spaces, after hyphens and slashes, and between
 * Chinese characters; a longer word is cut. Every line gets one row; spare rows go to the lines that need more, in order;
 * text that still does not fit ends in an ellipsis.
 *
 * @param measure width of one character
 */
export function fitLines(
  lines: readonly string[],
  rows: number,
  width: number,
  measure: (character: string) => number,
): string[] {
  let spare = Math.max(0, rows - lines.length)
  return lines.flatMap(line => {
    const all = breakLine(line.trim(), width, measure)
    const take = Math.min(all.length, 1 + spare)
    spare -= Math.max(0, take - 1)
    if (take === all.length) return all
    const cut = all.slice(0, take)
    cut[take - 1] = ellipsis(all.slice(take - 1).join(' '), width, measure)
    return cut
  })
}

const breakAfter = /[\s\-/,;:，。；：、）]|\p{Script=Han}/u

function breakLine(line: string, width: number, measure: (character: string) => number): string[] {
  const rows: string[] = []
  let row: string[] = []
  let used = 0
  for (const character of line) {
    const step = measure(character)
    if (row.length > 0 && used + step > width && character !== ' ') {
      let keep = row.length
      while (keep > 0 && !breakAfter.test(row[keep - 1]!)) keep--
      if (keep === 0) keep = row.length
      rows.push(row.slice(0, keep).join('').trimEnd())
      row = row.slice(keep)
      used = row.reduce((sum, each) => sum + measure(each), 0)
    }
    row.push(character)
    used += step
  }
  if (row.length > 0 || rows.length === 0) rows.push(row.join('').trimEnd())
  return rows
}

function ellipsis(text: string, width: number, measure: (character: string) => number): string {
  let room = width - measure('…')
  let fitting = ''
  for (const character of text) {
    room -= measure(character)
    if (room < 0) break
    fitting += character
  }
  return `${fitting.trimEnd()}…`
}
