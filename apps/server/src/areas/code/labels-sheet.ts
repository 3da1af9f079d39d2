/** Geometry and wording of a label sheet: how many labels fit on a page, how a code is grouped, how lines are broken. Lengths are in points. */

/** ISO 216 A4. */
export const page = { width: 595.28, height: 841.89, side: 28, top: 50, bottom: 40 } as const

/** The label that is drawn with three to a row; other numbers of columns scale it as a whole. */
const base = {
  width: (page.width - 2 * page.side) / 3,
  pad: 11,
  qr: 64,
  gap: 10,
  line: 9.2,
  code: { gap: 10, size: 8.6 },
  security: { gap: 9, caption: 5.6, panel: 15, size: 8.6 },
}

/** The most lines of text beside a QR picture; beyond six they are set smaller. */
export const maxLines = 8

export interface SheetLayout {
  columns: number
  rows: number
  perPage: number
  /** Of one label, cutting edge to cutting edge. */
  cell: { width: number; height: number }
  /** Of every measure of a label, relative to three in a row. */
  scale: number
  /** From the label's top left corner: padding, side of the QR symbol without quiet zone, first baseline areas. */
  pad: { x: number; y: number }
  qr: number
  text: { x: number; width: number; leading: number }
  code: { y: number; size: number; width: number }
  security: { captionY: number; captionSize: number; panelY: number; panelHeight: number; size: number }
}

/**
 * Fits labels of one kind to a page; rows are spread so that they fill its height evenly.
 *
 * @param withSecurity whether labels carry an anti-counterfeit code, which makes them taller
 */
export function layOut(columns: 2 | 3 | 4, withSecurity: boolean): SheetLayout {
  const width = (page.width - 2 * page.side) / columns
  const codeY = base.pad + base.qr + base.code.gap
  const captionY = codeY + base.code.size + base.security.gap
  const panelY = captionY + base.security.caption + 4
  const least = (withSecurity ? panelY + base.security.panel : codeY + base.code.size) + base.pad
  const usable = page.height - page.top - page.bottom
  // Rounding to the nearest number of rows may take a little off the scale that the width allows.
  const rows = Math.round((usable * base.width) / (least * width))
  const height = usable / rows
  const scale = Math.min(width / base.width, height / least)
  const shift = (height - least * scale) / 2
  const textX = base.pad + base.qr + base.gap
  return {
    columns,
    rows,
    perPage: columns * rows,
    cell: { width, height },
    scale,
    pad: { x: base.pad * scale, y: base.pad * scale + shift },
    qr: base.qr * scale,
    text: { x: textX * scale, width: width - (textX + base.pad) * scale, leading: base.line * scale },
    code: { y: codeY * scale + shift, size: base.code.size * scale, width: width - 2 * base.pad * scale },
    security: {
      captionY: captionY * scale + shift,
      captionSize: base.security.caption * scale,
      panelY: panelY * scale + shift,
      panelHeight: base.security.panel * scale,
      size: base.security.size * scale,
    },
  }
}

/** A code of the platform in four groups of five, easier to read out and to type; other codes stay as they are. */
export function groupCode(code: string): string {
  return /^[0-9A-Z]{20}$/.test(code) ? code.replace(/.{5}(?=.)/g, '$&-') : code
}

/**
 * Breaks lines of text into rows that are no wider than `width`: at spaces, after hyphens and slashes, and between
 * Chinese characters; a longer word is cut. Every line gets one row; rows that are left over go to the lines that need
 * more, in order; what still does not fit ends in an ellipsis.
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
  let kept = ''
  for (const character of text) {
    room -= measure(character)
    if (room < 0) break
    kept += character
  }
  return `${kept.trimEnd()}…`
}
