/** Geometry and wording of a label sheet: how many labels fit on a page, how a code is grouped, how lines are broken. Lengths are in points. */
import { type LabelPaper, labelPapers } from '@timbermark/contract'

const pointsPerMillimetre = 72 / 25.4

/** Where labels stand: a sheet with a heading and a foot, or one label alone. */
export interface Page {
  width: number
  height: number
  side: number
  top: number
  bottom: number
  roll: boolean
}

/** @returns the paper's measures in points */
export function pageOf(paper: LabelPaper): Page {
  const { width, height, roll } = labelPapers[paper]
  const margins = roll ? { side: 0, top: 0, bottom: 0 } : { side: 28, top: 50, bottom: 40 }
  return { width: width * pointsPerMillimetre, height: height * pointsPerMillimetre, ...margins, roll }
}

/** ISO 216 A4. */
export const page = pageOf('a4')

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
/** No row of text stands closer to the next: smaller letters cannot be read on paper. */
export const leastLeading = 6.2

export interface SheetLayout {
  page: Page
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

interface Wanted {
  /** Where they are printed; A4 without it. */
  page?: Page
  /** Whether labels carry an anti-counterfeit code, which makes them taller. */
  withSecurity: boolean
  /** Side of the QR symbol without its quiet zone; as it comes without it: three labels in a row, or one as large as its roll. */
  qr?: number
}

/** Fits labels of one kind to a page; what is left over is spread evenly. A symbol too large for the page becomes as large as fits. */
export function layOut({ page: paper = page, withSecurity, qr }: Wanted): SheetLayout {
  const codeY = base.pad + base.qr + base.code.gap
  const captionY = codeY + base.code.size + base.security.gap
  const panelY = captionY + base.security.caption + 4
  const least = (withSecurity ? panelY + base.security.panel : codeY + base.code.size) + base.pad
  const usable = { width: paper.width - 2 * paper.side, height: paper.height - paper.top - paper.bottom }
  const largest = Math.min(usable.width / base.width, usable.height / least)
  const wanted = Math.min(largest, qr === undefined ? (paper.roll ? largest : 1) : qr / base.qr)
  const fitting = (room: number, measure: number) => (paper.roll ? 1 : Math.max(1, Math.floor(room / measure + 1e-6)))
  const columns = fitting(usable.width, base.width * wanted)
  // Where no size was asked for, rounding to the nearest number of rows may take a little off the scale.
  const nearest = qr === undefined && !paper.roll
  const rows = nearest ? Math.round(usable.height / (least * wanted)) : fitting(usable.height, least * wanted)
  const width = usable.width / columns
  const height = usable.height / rows
  const scale = Math.min(wanted, height / least)
  const shift = (height - least * scale) / 2
  const textX = base.pad + base.qr + base.gap
  return {
    page: paper,
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
