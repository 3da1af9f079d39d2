import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import {
  designFault,
  type ErrorLevel,
  errorLevels,
  type LabelDesign,
  labelPaperNames,
  labelPapers,
  layoutPapers,
  type PrinterDots,
  printerDots,
} from '@timbermark/contract'
import { modulesOf } from '@timbermark/contract/symbol-size'
import jsqr from 'jsqr'
import { describe, expect, it } from 'vitest'
import { labelsPdf, qrMatrix, traceAddress, Unreadable } from './labels.ts'
import { symbolModules } from './symbol-modules.ts'

const publicUrl = 'https://trace.example.com'
const label = { code: '3DKY3KS6CSEX33J9MH1K', security: 'K7M4X2Q9', lines: ['Okoumé', 'OKO-1', 'GA', '2026'] }
const texts = { scratch: 'scratch', page: '{page}/{pages}', key: 'key' }
const options = { title: 'Labels', publicUrl, texts }

/** The symbol of a page: where it stands, its modules, and their dark runs. */
function symbolOf(pdf: Buffer) {
  const text = pdf.toString('latin1')
  for (const match of text.matchAll(/\/Length (\d+)[^>]*>>\s*stream\r?\n/g)) {
    const start = match.index + match[0].length
    const bytes = pdf.subarray(start, start + Number(match[1]))
    if (bytes[0] !== 0x78) continue
    const symbol = /1 0 0 1 ([\d.]+) ([\d.]+) cm\s+([\d.]+) 0 0 [\d.]+ 0 0 cm\s+((?:\d+ \d+ \d+ 1 re\s+)+)/.exec(
      inflateSync(bytes).toString('latin1'),
    )
    if (!symbol) continue
    const runs = [...symbol[4]!.matchAll(/(\d+) (\d+) (\d+) 1 re/g)].map(run => run.slice(1, 4).map(Number))
    const size = Math.max(...runs.map(([, row]) => row!)) + 1
    return { x: Number(symbol[1]), y: Number(symbol[2]), module: Number(symbol[3]), size, runs }
  }
  throw new Error('no symbol')
}

/**
 * The symbol as a printer of so many dots prints it: each dot is black or white, by what is at its centre; ink and heat spread
 * over a share of the neighbouring dots. The printer may begin its page anywhere within a dot.
 */
function print(symbol: ReturnType<typeof symbolOf>, dpi: number, { shift, gain }: { shift: number; gain: boolean }) {
  const perDot = 72 / dpi
  const margin = 4 * symbol.module
  const side = Math.ceil((symbol.size * symbol.module + 2 * margin) / perDot)
  const dark = new Uint8Array(side * side)
  const left = Math.floor((symbol.x - margin) / perDot)
  const top = Math.floor((symbol.y - margin) / perDot)
  const dotsOf = (from: number, to: number, origin: number) => {
    const dots: number[] = []
    for (let dot = 0; dot < side; dot++) {
      const centre = (origin + dot + 0.5 + shift) * perDot
      if (centre >= from && centre < to) dots.push(dot)
    }
    return dots
  }
  for (const [column, row, length] of symbol.runs) {
    const columns = dotsOf(symbol.x + column! * symbol.module, symbol.x + (column! + length!) * symbol.module, left)
    const rows = dotsOf(symbol.y + row! * symbol.module, symbol.y + (row! + 1) * symbol.module, top)
    for (const v of rows) for (const u of columns) dark[v * side + u] = 1
  }
  // A phone sees each dot as some pixels.
  const scale = 3
  const width = side * scale
  const pixels = new Uint8ClampedArray(width * width * 4).fill(255)
  const paint = (u: number, v: number) => {
    if (u >= 0 && v >= 0 && u < width && v < width) pixels.fill(0, (v * width + u) * 4, (v * width + u) * 4 + 3)
  }
  const spread = gain ? 1 : 0
  for (let v = 0; v < side; v++)
    for (let u = 0; u < side; u++)
      if (dark[v * side + u])
        for (let y = -spread; y < scale + spread; y++)
          for (let x = -spread; x < scale + spread; x++) paint(u * scale + x, v * scale + y)
  return { pixels, width, dark, side }
}

const conditions = [
  { shift: 0, gain: false },
  { shift: 0.37, gain: false },
  { shift: 0.5, gain: true },
  { shift: 0.81, gain: true },
]

/** Whether another program's decoder reads every print of the symbol. */
const isRead = (symbol: ReturnType<typeof symbolOf>, dpi: number): boolean =>
  conditions.every(condition => {
    const { pixels, width } = print(symbol, dpi, condition)
    return jsqr.default(pixels, width, width)?.data === traceAddress(publicUrl, label.code)
  })

/** A layout without margins, as dense as the form allows in one direction. */
function densest(paper: LabelDesign['paper'], errorLevel: ErrorLevel, dpi: PrinterDots): LabelDesign | undefined {
  const roll = paper === 'own' || labelPapers[paper].roll
  const design: LabelDesign = {
    paper,
    width: paper === 'own' ? 45 : null,
    height: paper === 'own' ? 30 : null,
    columns: 1,
    rows: 1,
    marginTop: roll ? 0 : 17,
    marginBottom: roll ? 0 : 14,
    marginSide: roll ? 0 : 10,
    gapX: 0,
    gapY: 0,
    errorLevel,
    dpi,
    showProduct: true,
    showBatch: true,
    showOrigin: true,
    showDate: true,
    showCode: true,
    showSecurity: true,
    showHeading: !roll,
    cutMarks: false,
  }
  const modules = symbolModules(publicUrl, errorLevel)
  let allowed: LabelDesign | undefined
  for (let rows = 1; rows <= 50; rows++)
    for (let columns = 1; columns <= 20; columns++) {
      const denser = { ...design, rows, columns }
      if (designFault(denser, modules) !== undefined) break
      if (!allowed || rows * columns >= allowed.rows * allowed.columns) allowed = denser
    }
  return allowed
}

describe('a printed label is read by a phone', () => {
  const cases = layoutPapers.flatMap(paper => printerDots.map(dpi => [paper, dpi] as const))

  it.each(cases)(
    'on %s at %s dots to the inch, at every error correction, as dense as the form allows',
    async (paper, dpi) => {
      for (const errorLevel of errorLevels) {
        const design = densest(paper, errorLevel, dpi)
        if (!design) continue
        const symbol = symbolOf(await buffer(labelsPdf([label], { ...options, design })))
        const dots = (symbol.module * Number(dpi)) / 72
        // Whole dots, so that all modules are equally wide.
        expect(Math.abs(dots - Math.round(dots)), errorLevel).toBeLessThan(0.001)
        expect((symbol.module / 72) * 25.4, errorLevel).toBeGreaterThanOrEqual(0.33)
        expect(isRead(symbol, Number(dpi)), `${errorLevel}: ${design.columns} x ${design.rows}`).toBe(true)
      }
    },
  )

  it.each(labelPaperNames.flatMap(paper => printerDots.map(dpi => [paper, dpi] as const)))(
    'on plain %s at %s dots to the inch, at the least and the usual size',
    async (paper, dpi) => {
      for (const size of labelPapers[paper].roll ? [undefined] : [undefined, 64, 300])
        expect(
          isRead(symbolOf(await buffer(labelsPdf([label], { ...options, paper, size }))), Number(dpi)),
          String(size),
        ).toBe(true)
    },
  )

  it('and was not as the form allowed before: 8.2 mm at the highest correction on a thermal printer', () => {
    const matrix = qrMatrix(traceAddress(publicUrl, label.code), 'high')
    const runs: number[][] = []
    for (let row = 0; row < matrix.size; row++)
      for (let column = 0; column < matrix.size; column++)
        if (matrix.modules[row * matrix.size + column]) runs.push([column, row, 1])
    const symbol = { x: 30, y: 30, module: ((8.2 / 25.4) * 72) / matrix.size, size: matrix.size, runs }
    expect(isRead(symbol, 203)).toBe(false)
  })

  it('and a layout whose symbols cannot be read is not printed', async () => {
    const design = { ...densest('50x30', 'low', '300')!, errorLevel: 'high' as const, rows: 3 }
    await expect(buffer(labelsPdf([label], { ...options, design }))).rejects.toThrow(Unreadable)
  })
})

describe('the back office', () => {
  it.each(errorLevels)('knows the modules of a symbol by the length of its address, at level %s', level => {
    for (let length = 21; length <= 283; length += 1) {
      const address = 'A'.repeat(length)
      expect(modulesOf(length, level), String(length)).toBe(qrMatrix(address, level).size)
    }
  })
})
