/**
 * Positions of labels on paper and of the parts within a label. The server draws sheets with it, the back office draws
 * the preview of a layout. Lengths are in points.
 */
import type { LabelDesign } from './label-layout.ts'
import { type LabelPaper, labelPapers } from './label-paper.ts'
import { type FittedSymbol, fitSymbol, leastDots, leastSide } from './label-symbol.ts'

const pointsPerMillimetre = 72 / 25.4

/** Area for labels: a sheet with heading and footer, or a single label. */
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

/** Requested rows and columns of labels, with gaps. */
export interface Grid {
  columns: number
  rows: number
  gapX: number
  gapY: number
}

/** ISO 216 A4. */
const a4 = pageOf('a4')

/** The reference label, three to a row; other numbers of columns scale it. */
const base = {
  width: (a4.width - 2 * a4.side) / 3,
  pad: 11,
  qr: 64,
  gap: 10,
  line: 9.2,
  code: { gap: 10, size: 8.6 },
  security: { gap: 9, caption: 5.6, panel: 15, size: 8.6 },
}

export interface SheetLayout {
  page: Page
  columns: number
  rows: number
  perPage: number
  /** Of one label, cutting edge to cutting edge. */
  cell: { width: number; height: number }
  /** From one label's left or top edge to the next one's. */
  step: { x: number; y: number }
  /** Of every measure of a label, relative to three in a row. */
  scale: number
  /** From the label's top left corner: padding, then side of the QR symbol without quiet zone, then text areas. */
  pad: { x: number; y: number }
  qr: number
  /** The symbol in that square, and its distance from the square's edges. */
  symbol: FittedSymbol & { inset: number }
  text: { x: number; width: number; leading: number }
  code: { y: number; size: number; width: number }
  security: { captionY: number; captionSize: number; panelY: number; panelHeight: number; size: number }
}

interface LayoutOptions {
  /** Page to print on; default A4. */
  page?: Page
  /** Whether labels carry an anti-counterfeit code, which makes them taller. */
  withSecurity: boolean
  /** Whether the code is printed below the symbol; default true. */
  withCode?: boolean
  /** Whether text lines are printed next to the symbol; default true. */
  withText?: boolean
  /** Modules a side of the QR symbol, and the printer's dots to the inch: a module is a whole number of dots. */
  modules: number
  dpi: number
  /**
   * Side of the QR symbol without its quiet zone; default: three labels in a row, or one as large as its roll. Raised to what
   * phones can read.
   */
  qr?: number
  /** Requested rows and columns; then labels are as large as fits. */
  grid?: Grid
}

/** Fits labels of one kind to a page and spreads the remaining space evenly. A symbol too large for the page is reduced to fit. */
export function layOutLabels({
  page: paper = a4,
  withSecurity,
  withCode = true,
  withText = true,
  modules,
  dpi,
  qr: wantedSide,
  grid,
}: LayoutOptions): SheetLayout {
  const qr = wantedSide === undefined ? undefined : Math.max(wantedSide, leastSide(modules, dpi))
  const codeY = base.pad + base.qr + base.code.gap
  const belowCode = withCode ? codeY + base.code.size : base.pad + base.qr
  const captionY = belowCode + base.security.gap
  const panelY = captionY + base.security.caption + 4
  const least = (withSecurity ? panelY + base.security.panel : belowCode) + base.pad
  const wide = withText || withCode || withSecurity ? base.width : base.qr + 2 * base.pad
  const usable = { width: paper.width - 2 * paper.side, height: paper.height - paper.top - paper.bottom }
  const cells = grid && {
    width: Math.max(1, (usable.width - (grid.columns - 1) * grid.gapX) / grid.columns),
    height: Math.max(1, (usable.height - (grid.rows - 1) * grid.gapY) / grid.rows),
  }
  const room = cells ?? usable
  const largest = Math.min(room.width / wide, room.height / least)
  const wanted = Math.min(largest, cells ? largest : qr === undefined ? (paper.roll ? largest : 1) : qr / base.qr)
  const fitting = (room: number, measure: number) => (paper.roll ? 1 : Math.max(1, Math.floor(room / measure + 1e-6)))
  const columns = grid?.columns ?? fitting(usable.width, wide * wanted)
  // Without a requested size, rounding to the nearest number of rows may reduce the scale a little.
  const nearest = qr === undefined && !paper.roll
  const rows =
    grid?.rows ?? (nearest ? Math.round(usable.height / (least * wanted)) : fitting(usable.height, least * wanted))
  const width = cells?.width ?? usable.width / columns
  const height = cells?.height ?? usable.height / rows
  const scale = Math.min(wanted, height / least)
  const shift = (height - least * scale) / 2
  const symbol = fitSymbol(base.qr * scale, modules, dpi)
  const textX = base.pad + base.qr + base.gap
  // Without text, the symbol is centred.
  const padX = wide === base.width ? base.pad * scale : (width - base.qr * scale) / 2
  return {
    page: paper,
    columns,
    rows,
    perPage: columns * rows,
    cell: { width, height },
    step: { x: width + (grid?.gapX ?? 0), y: height + (grid?.gapY ?? 0) },
    scale,
    pad: { x: padX, y: base.pad * scale + shift },
    qr: base.qr * scale,
    symbol: { ...symbol, inset: (base.qr * scale - symbol.side) / 2 },
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

/** The least side of a QR symbol that phones read from paper, in millimetres, its quiet zone left out. */
export const leastSymbol = 8

/** Space that heading and footer need on a sheet, in millimetres. */
export const headingRoom = { top: 15, bottom: 12 } as const

const points = (value: number | string | null | undefined) => Number(value ?? 0) * pointsPerMillimetre

/** Page and grid of a stored layout. */
export function sheetOf(design: LabelDesign): { page: Page; grid: Grid } {
  const paper = design.paper === 'own' ? undefined : labelPapers[design.paper]
  return {
    page: {
      width: paper ? points(paper.width) : points(design.width),
      height: paper ? points(paper.height) : points(design.height),
      side: points(design.marginSide),
      top: points(design.marginTop),
      bottom: points(design.marginBottom),
      roll: !design.showHeading,
    },
    grid: {
      columns: Number(design.columns),
      rows: Number(design.rows),
      gapX: points(design.gapX),
      gapY: points(design.gapY),
    },
  }
}

/**
 * Lays out labels by a stored layout.
 * @param withSecurity whether the labels have an anti-counterfeit code to show
 * @param modules modules a side of their symbols
 */
export function layOutDesign(design: LabelDesign, withSecurity: boolean, modules: number): SheetLayout {
  return layOutLabels({
    ...sheetOf(design),
    modules,
    dpi: Number(design.dpi),
    withSecurity: withSecurity && design.showSecurity,
    withCode: design.showCode,
    withText: design.showProduct || design.showBatch || design.showOrigin || design.showDate,
  })
}

/** Why a layout cannot be printed: the field to change. */
export type DesignFault = 'width' | 'height' | 'columns' | 'rows' | 'marginTop' | 'marginBottom'

/**
 * Faults that involve several fields of a layout: custom paper without measures, no room for the heading, unreadable symbols.
 * @param modules modules a side of the symbols at the layout's error correction
 */
export function designFault(design: LabelDesign, modules: number): DesignFault | undefined {
  if (design.paper === 'own' && !Number(design.width)) return 'width'
  if (design.paper === 'own' && !Number(design.height)) return 'height'
  if (design.showHeading && Number(design.marginTop) < headingRoom.top) return 'marginTop'
  if (design.showHeading && Number(design.marginBottom) < headingRoom.bottom) return 'marginBottom'
  const { symbol, cell } = layOutDesign(design, true, modules)
  if (isReadable(symbol, Number(design.dpi))) return undefined
  return cell.width / cell.height < base.width / base.qr / 2 ? 'columns' : 'rows'
}

/** Whether phones read a symbol from paper. */
export const isReadable = ({ dots, side }: FittedSymbol, dpi: number): boolean =>
  dots >= leastDots(dpi) && side >= points(leastSymbol)

/** The least side of a readable symbol, in millimetres, rounded up to a tenth. */
export const leastMillimetres = (modules: number, dpi: number): number =>
  Math.ceil(Math.max(leastSymbol, leastSide(modules, dpi) / pointsPerMillimetre) * 10 - 1e-6) / 10
