import { buffer } from 'node:stream/consumers'
import { type LabelDesign, layOutLabels, limits, pageOf } from '@timbermark/contract'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { decodePage, pagesOf, streams } from '../../../../test/pdf-content.ts'
import { groupCode, type Label, labelsPdf, missingGlyphs, traceAddress } from './labels.ts'
import { fitLines } from './text-lines.ts'

const page = pageOf('a4')
const publicUrl = 'https://trace.example.com'
const texts = {
  scratch: '防伪码 · 刮开涂层查验',
  page: '第 {page} 页 / 共 {pages} 页',
  key: '账本密钥 0123 4567 89ab cdef 0123',
}
const options = { title: '奥古曼胶合板 · Étiquettes', publicUrl, texts }

const design: LabelDesign = {
  paper: 'a4',
  width: 210,
  height: 297,
  columns: 2,
  rows: 4,
  marginTop: 20,
  marginBottom: 15,
  marginSide: 10,
  gapX: 2,
  gapY: 2,
  errorLevel: 'auto',
  dpi: '300',
  showProduct: true,
  showBatch: true,
  showOrigin: true,
  showDate: true,
  showCode: true,
  showSecurity: true,
  showHeading: true,
  cutMarks: true,
}

function label(n: number): Label {
  return {
    code: String(n).padStart(20, 'A'),
    security: `S${n}`,
    lines: ['产品 胶合板 18 mm', '批次 OKO-2026-0417', '国家 加蓬', '工厂 GA-07', '日期 2026-04-17', '树种 奥古曼'],
  }
}

describe('label sheets as PDF (COD-07)', () => {
  it('show every code once, as a symbol that opens its trace page', async () => {
    const labels = Array.from({ length: 20 }, (_, n) => label(n))
    const pdf = await buffer(labelsPdf(labels, options))
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pagesOf(pdf)).toBe(2)
    const read = streams(pdf).flatMap(content => decodePage(content))
    expect(read.map(each => each.text)).toEqual(labels.map(each => traceAddress(publicUrl, each.code)))
  })

  it.each(['low', 'medium', 'quartile', 'high', 'auto'] as const)(
    'scan with a logo beside the symbol at level %s, at 12 and 20 pixels a module and in a picture of 1000',
    async errorLevel => {
      const logo = await sharp({ create: { width: 200, height: 80, channels: 3, background: '#136' } })
        .png()
        .toBuffer()
      const labels = [label(0)]
      const content = streams(await buffer(labelsPdf(labels, { ...options, logo, design: { ...design, errorLevel } })))
      for (const size of [{ module: 12 }, { module: 20 }, { side: 1000 }])
        expect(content.flatMap(each => decodePage(each, size)).map(({ text }) => text)).toEqual(
          labels.map(each => traceAddress(publicUrl, each.code)),
        )
    },
  )

  it('contain common parts once, and the codes of each label as separate text', async () => {
    const labels = Array.from({ length: 20 }, (_, n) => label(n))
    const pdf = await buffer(labelsPdf(labels, options))
    const pages = streams(pdf).filter(content => content.includes(' re\n'))
    expect(pdf.toString('latin1').match(/\/Subtype \/Form/g)).toHaveLength(1)
    const named = pages.join('').match(/\/Label1 Do/g)
    expect(named).toHaveLength(20)
    // Two lines of glyphs per label, its code and its security code, all different.
    const glyphs = pages.flatMap(content => [...content.matchAll(/Tc <([\da-f]+)> Tj/g)].map(([, hex]) => hex))
    expect(new Set(glyphs).size).toBe(40)
  })

  it.each([
    [2, 510],
    [3, 340],
    [4, 255],
  ] as const)(
    'stand on an even grid inside A4 with %i in a row at %i pixels, quiet zones free',
    async (perRow, size) => {
      const pdf = await buffer(
        labelsPdf(
          Array.from({ length: perRow * 3 }, (_, n) => label(n)),
          { ...options, size },
        ),
      )
      const read = streams(pdf).flatMap(content => decodePage(content))
      expect(new Set(read.map(each => each.x)).size).toBe(perRow)
      expect(new Set(read.map(each => each.y)).size).toBe(3)
      const layout = layOutLabels({ withSecurity: true, modules: 29, dpi: 300, qr: ((size / 300) * 72 * 29) / 37 })
      for (const { x, y, side } of read) {
        const quiet = (4 * side) / 29
        const cellX = (x - page.side) % layout.cell.width
        expect(cellX).toBeGreaterThanOrEqual(quiet)
        expect((y - page.top) % layout.cell.height).toBeGreaterThanOrEqual(quiet)
        expect(layout.text.x - layout.pad.x - layout.symbol.inset - side).toBeGreaterThanOrEqual(quiet)
        expect(side).toBeGreaterThan(40) // 14 mm
        expect(x + side).toBeLessThan(page.width)
        expect(y + side).toBeLessThan(page.height)
      }
    },
  )

  it.each([200, 300, 600, 1000])(
    'bear QR pictures of the size that was asked for, less than a dot a module smaller: %i pixels at 300 to the inch',
    async size => {
      const [symbol] = streams(await buffer(labelsPdf([label(1)], { ...options, size }))).flatMap(content =>
        decodePage(content),
      )
      const dots = ((symbol!.side / 29) * 37 * 300) / 72
      expect(dots).toBeLessThanOrEqual(size + 0.01)
      expect(dots).toBeGreaterThan(size - 37)
    },
  )

  it('bear the least pictures that phones can read from paper when smaller ones were asked for', async () => {
    const [symbol] = streams(await buffer(labelsPdf([label(1)], { ...options, size: 64 }))).flatMap(content =>
      decodePage(content),
    )
    // Four dots a module at 300 to the inch: 0.34 mm.
    expect(symbol!.side).toBeCloseTo((29 * 4 * 72) / 300, 2)
  })

  it('contain no empty form: readers refuse one', async () => {
    const bare = {
      ...design,
      showProduct: false,
      showBatch: false,
      showOrigin: false,
      showDate: false,
      showSecurity: false,
    }
    const pdf = (
      await buffer(
        labelsPdf([{ ...label(1), lines: label(1).lines.slice(0, 4), security: undefined }], {
          ...options,
          design: bare,
        }),
      )
    ).toString('latin1')
    expect(pdf).not.toContain('/Subtype /Form')
    expect(pdf).not.toContain('/Label1')
  })

  it('write characters that the first font lacks in the second one, and name those that no font has', async () => {
    const lines = ['Mb\u0254\u014b\u0254 H\u2082O', '\u6728\u6750']
    expect(missingGlyphs(lines)).toEqual([])
    expect(missingGlyphs(['\u0e2a\u6728', '\ud55c \u{20bb7}', 'a\u200b\n'])).toEqual(['\u0e2a', '\ud55c', '\u{20bb7}'])
    const pdf = await buffer(labelsPdf([{ ...label(1), lines }], options))
    expect(pdf.toString('latin1')).toMatch(/\/FontName \/[A-Z]+\+DejaVuSans/)
    const maps = streams(pdf)
      .filter(each => each.includes('beginbfrange'))
      .join()
      .toLowerCase()
    for (const character of '\u0254\u014b\u2082\u6728')
      expect(maps).toContain(character.codePointAt(0)!.toString(16).padStart(4, '0'))
    // A file without such characters has no second font.
    expect((await buffer(labelsPdf([label(1)], options))).toString('latin1')).not.toContain('DejaVu')
  })

  it.each(['50x30', '60x40', '70x50', '80x60', '100x70'] as const)(
    'come one to a piece of a roll of %s mm, readable and inside its edges',
    async paper => {
      const pdf = await buffer(
        labelsPdf(
          [1, 2, 3].map(n => label(n)),
          { ...options, paper },
        ),
      )
      const [width, height] = paper.split('x').map(side => (Number(side) / 25.4) * 72)
      expect(pagesOf(pdf)).toBe(3)
      expect(pdf.toString('latin1')).toContain(`/MediaBox [0 0 ${+width!.toFixed(3)}`.slice(0, 20))
      const read = streams(pdf).flatMap(content => decodePage(content))
      expect(read.map(each => each.text)).toEqual([1, 2, 3].map(n => traceAddress(publicUrl, label(n).code)))
      for (const { x, y, side } of read) {
        const quiet = (4 * side) / 29
        // At least 0.375 mm a module: three dots of a thermal printer.
        expect(side / 29).toBeGreaterThan(1.06)
        for (const room of [x, y, width! - x - side, height! - y - side]) expect(room).toBeGreaterThanOrEqual(quiet)
      }
    },
  )

  it('have a preview: only the first sheet, with the number of all sheets', async () => {
    const labels = Array.from({ length: 40 }, (_, n) => label(n))
    expect(pagesOf(await buffer(labelsPdf(labels, { ...options, preview: true })))).toBe(1)
  })

  it('embed only the glyphs they use, Chinese ones included, and can be searched', async () => {
    const pdf = await buffer(labelsPdf([label(1)], options))
    expect(pdf.length).toBeLessThan(60_000)
    const maps = streams(pdf)
      .filter(each => each.includes('beginbfrange'))
      .join()
      .toLowerCase()
    for (const character of '奥古曼加蓬刮É共') {
      expect(maps, character).toContain(character.codePointAt(0)!.toString(16).padStart(4, '0'))
    }
  })

  it('have room for more labels without anti-counterfeit codes', async () => {
    const without = Array.from({ length: 21 }, (_, n) => ({ ...label(n), security: undefined }))
    expect(pagesOf(await buffer(labelsPdf(without, options)))).toBe(1)
    const perPage = (withSecurity: boolean) => layOutLabels({ withSecurity, modules: 29, dpi: 300 }).perPage
    expect(perPage(false)).toBeGreaterThan(perPage(true))
  })

  it('work for an empty selection too, and refuse more than 10,000 labels or 8 lines', async () => {
    expect(pagesOf(await buffer(labelsPdf([], options)))).toBe(1)
    const many = Array.from({ length: limits.labelsPerCall + 1 }, (_, n) => label(n))
    await expect(buffer(labelsPdf(many, options))).rejects.toThrow(RangeError)
    const long = { ...label(1), lines: Array.from({ length: 9 }, String) }
    await expect(buffer(labelsPdf([long], options))).rejects.toThrow(RangeError)
  })

  it('are streamed sheet by sheet', async () => {
    const stream = labelsPdf(
      Array.from({ length: 300 }, (_, n) => label(n)),
      options,
    )
    const chunks: Buffer[] = []
    for await (const chunk of stream) {
      chunks.push(chunk as Buffer)
      if (Buffer.concat(chunks).includes('endstream')) break
    }
    // Leaving early is fine; a whole file of 20 sheets would be some hundred kB.
    expect(Buffer.concat(chunks).length).toBeLessThan(100_000)
  })
})

describe('text on a label', () => {
  it('shows a code in groups of five; a foreign code stays unchanged', () => {
    expect(groupCode('3DKY3KS6CSEX33J9MH1K')).toBe('3DKY3-KS6CS-EX33J-9MH1K')
    expect(groupCode('log-7/a')).toBe('log-7/a')
    expect(groupCode('LOG7')).toBe('LOG7')
  })

  const one = () => 1

  it('breaks a long line at a space, a hyphen or between Chinese characters', () => {
    expect(fitLines(['Okoumé marine panel'], 9, 8, one)).toEqual(['Okoumé', 'marine', 'panel'])
    expect(fitLines(['奥古曼胶合板'], 9, 4, one)).toEqual(['奥古曼胶', '合板'])
    expect(fitLines(['OKO-2026-0417'], 9, 9, one)).toEqual(['OKO-2026-', '0417'])
  })

  it('gives spare rows to the lines that need them and marks cut text', () => {
    expect(fitLines(['one two three', 'b', 'c'], 4, 6, one)).toEqual(['one', 'two t…', 'b', 'c'])
    expect(fitLines(['abcdefgh', 'b'], 2, 4, one)).toEqual(['abc…', 'b'])
  })

  it('never makes a row too wide, and loses nothing when there is room', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'grapheme', maxLength: 40 }), { maxLength: 6 }),
        fc.integer({ min: 2, max: 20 }),
        (lines, width) => {
          const rows = fitLines(lines, 1000, width, one)
          for (const row of rows) expect([...row].length).toBeLessThanOrEqual(width)
          expect(rows.join('').replace(/\s/g, '')).toBe(lines.join('').replace(/\s/g, ''))
        },
      ),
    )
  })
})
