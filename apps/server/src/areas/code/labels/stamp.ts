/**
 * Draws the common parts of many labels once, as a form (ISO 32000-1 section 8.10), and writes the codes without text shaping,
 * which they do not need. Without this, half of the time of a sheet goes into laying out the same lines again, and the font
 * caches the layout of every code.
 */
import type PDFDocument from 'pdfkit'

type Pdf = InstanceType<typeof PDFDocument>

interface Reference {
  end(content: string): void
}

/** Internals of pdfkit that its types do not declare; its version is pinned. */
interface PdfInternals {
  page: { height: number; fonts: Record<string, Reference>; xobjects: Record<string, Reference> }
  _font: { id: string; ref(): Reference; encode(text: string): [string[], { advanceWidth: number }[]] }
  addContent(content: string): unknown
  ref(data: object): Reference
}
const internals = (pdf: Pdf): PdfInternals => pdf as unknown as PdfInternals

const prefix = 'Label'

/** Draws something once, with its corner at the origin. @returns a function that yields the content to place it on a page */
export function stamp(pdf: Pdf, { width, height }: { width: number; height: number }, draw: () => void, n: number) {
  const internal = internals(pdf)
  const { addContent } = internal
  let content = ''
  internal.addContent = text => {
    content += `${text}\n`
    return pdf
  }
  try {
    draw()
  } finally {
    internal.addContent = addContent
  }
  // A form without content has no stream: readers refuse it.
  if (content.trim() === '') return (): string => ''
  const pictures = Object.entries(internal.page.xobjects).filter(([name]) => !name.startsWith(prefix))
  const form = internal.ref({
    Type: 'XObject',
    Subtype: 'Form',
    // Lines may extend a little beyond their label.
    BBox: [-width, -height, 2 * width, 2 * height],
    Resources: { Font: { ...internal.page.fonts }, XObject: Object.fromEntries(pictures) },
  })
  form.end(content)
  const name = `${prefix}${n}`
  return (x: number, y: number): string => {
    internals(pdf).page.xobjects[name] ??= form
    return `q 1 0 0 1 ${number(x)} ${number(y)} cm /${name} Do Q\n`
  }
}

/** A line of text whose characters need no shaping. */
export interface PlainLine {
  text: string
  x: number
  /** Position of the baseline, from the top of the page. */
  y: number
  size: number
  /** Space between characters. */
  spacing: number
  /** Red, green and blue from 0 to 1. */
  color: readonly [number, number, number]
}

/** Returns a writer of lines in one font; looks up the glyph of each character once. */
export function plainWriter(pdf: Pdf, font: string): (line: PlainLine) => string {
  const glyphs = new Map<string, string>()
  pdf.font(font)
  const { _font: used } = internals(pdf)
  const glyphOf = (character: string): string => {
    const known = glyphs.get(character)
    if (known !== undefined) return known
    const glyph = used.encode(character)[0].join('')
    glyphs.set(character, glyph)
    return glyph
  }
  return ({ text, x, y, size, spacing, color }) => {
    const { page } = internals(pdf)
    page.fonts[used.id] ??= used.ref()
    let line = ''
    for (const character of text) line += glyphOf(character)
    return (
      `q ${color.map(number).join(' ')} rg 1 0 0 -1 0 ${number(page.height)} cm BT 1 0 0 1 ${number(x)} ${number(page.height - y)} Tm ` +
      `/${used.id} ${number(size)} Tf ${number(spacing)} Tc <${line}> Tj ET Q\n`
    )
  }
}

/** Formats a number for PDF content: at most 4 decimals. */
export const number = (value: number): string => String(Math.round(value * 10_000) / 10_000)
