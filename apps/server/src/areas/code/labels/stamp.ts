/**
 * What many labels share is drawn once, as a form (ISO 32000-1 section 8.10), and what differs is written without the
 * shaping of text that codes do not need: their characters stand side by side by their widths. Half of the time of a sheet
 * went into laying out the same lines again, and each code was kept in the font's memory of what it had laid out.
 */
import type PDFDocument from 'pdfkit'

type Pdf = InstanceType<typeof PDFDocument>

interface Reference {
  end(content: string): void
}

/** What the types of pdfkit do not tell of it; its version is pinned. */
interface Inside {
  page: { height: number; fonts: Record<string, Reference>; xobjects: Record<string, Reference> }
  _font: { id: string; ref(): Reference; encode(text: string): [string[], { advanceWidth: number }[]] }
  addContent(content: string): unknown
  ref(data: object): Reference
}
const inside = (pdf: Pdf): Inside => pdf as unknown as Inside

const prefix = 'Label'

/** Draws something once, with its corner at the origin. @returns what puts it on the page, as content */
export function stamp(pdf: Pdf, { width, height }: { width: number; height: number }, draw: () => void, n: number) {
  const of = inside(pdf)
  const { addContent } = of
  let content = ''
  of.addContent = text => {
    content += `${text}\n`
    return pdf
  }
  try {
    draw()
  } finally {
    of.addContent = addContent
  }
  const pictures = Object.entries(of.page.xobjects).filter(([name]) => !name.startsWith(prefix))
  const form = of.ref({
    Type: 'XObject',
    Subtype: 'Form',
    // Lines may stand a little out of their label.
    BBox: [-width, -height, 2 * width, 2 * height],
    Resources: { Font: { ...of.page.fonts }, XObject: Object.fromEntries(pictures) },
  })
  form.end(content)
  const name = `${prefix}${n}`
  return (x: number, y: number): string => {
    inside(pdf).page.xobjects[name] ??= form
    return `q 1 0 0 1 ${number(x)} ${number(y)} cm /${name} Do Q\n`
  }
}

/** A line of text whose characters need no shaping. */
export interface PlainLine {
  text: string
  x: number
  /** Of its baseline, from the top of the page. */
  y: number
  size: number
  /** Between characters. */
  spacing: number
  /** Parts of red, green and blue. */
  color: readonly [number, number, number]
}

/** Writes lines in one font, whose glyphs are looked up once for each character. */
export function plainWriter(pdf: Pdf, font: string): (line: PlainLine) => string {
  const glyphs = new Map<string, string>()
  pdf.font(font)
  const { _font: used } = inside(pdf)
  const glyphOf = (character: string): string => {
    const known = glyphs.get(character)
    if (known !== undefined) return known
    const glyph = used.encode(character)[0].join('')
    glyphs.set(character, glyph)
    return glyph
  }
  return ({ text, x, y, size, spacing, color }) => {
    const { page } = inside(pdf)
    page.fonts[used.id] ??= used.ref()
    let line = ''
    for (const character of text) line += glyphOf(character)
    return (
      `q ${color.map(number).join(' ')} rg 1 0 0 -1 0 ${number(page.height)} cm BT 1 0 0 1 ${number(x)} ${number(page.height - y)} Tm ` +
      `/${used.id} ${number(size)} Tf ${number(spacing)} Tc <${line}> Tj ET Q\n`
    )
  }
}

/** As content holds numbers: 4 digits behind the point. */
export const number = (value: number): string => String(Math.round(value * 10_000) / 10_000)
