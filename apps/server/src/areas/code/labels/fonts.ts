/** The fonts of labels. Only the glyphs that a file uses are embedded in it. */
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import PDFDocument from 'pdfkit'

const require = createRequire(import.meta.url)
const files = {
  // Noto Sans SC covers Chinese, French and English.
  regular: require.resolve('@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf'),
  medium: require.resolve('@expo-google-fonts/noto-sans-sc/500Medium/NotoSansSC_500Medium.ttf'),
  // DejaVu covers African and other Latin letters, more of Cyrillic, Greek, Arabic, Hebrew, and signs of trade and science.
  second: require.resolve('dejavu-fonts-ttf/ttf/DejaVuSans.ttf'),
}
export type FontName = keyof typeof files

/** Makes the fonts known to a document by their names. */
export async function registerFonts(pdf: InstanceType<typeof PDFDocument>): Promise<void> {
  for (const [name, file] of Object.entries(files)) pdf.registerFont(name, await readFile(file))
}

/** The font that a document draws with; pdfkit's types do not declare it, its version is pinned. */
interface OpenedFont {
  hasGlyphForCodePoint(codePoint: number): boolean
}

/** The opened fonts, for as long as the process lives. */
const opened = new Map<FontName, OpenedFont>()

/** Both weights of the first font have the same characters. */
function has(name: 'regular' | 'second', character: string): boolean {
  let font = opened.get(name)
  if (!font) {
    const pdf = new PDFDocument({ autoFirstPage: false }).font(files[name])
    font = (pdf as unknown as { _font: { font: OpenedFont } })._font.font
    opened.set(name, font)
  }
  return font.hasGlyphForCodePoint(character.codePointAt(0)!)
}

/** Text that is drawn in one font with the same features of it. */
export interface FontRun {
  font: FontName
  text: string
  /** OpenType features. */
  features?: ['pwid']
}

/** The apostrophe of French and English. The first font draws it as wide as a Chinese character unless it is asked not to. */
const apostrophe = '\u2019'

/** Splits a text into runs of one font each. What no font has stays in the first one, which draws a box. */
export function fontRuns(text: string, first: 'regular' | 'medium'): FontRun[] {
  const runs: FontRun[] = []
  for (const character of text) {
    const font = !has('regular', character) && has('second', character) ? 'second' : first
    const last = runs.at(-1)
    if (character === apostrophe) runs.push({ font, text: character, features: ['pwid'] })
    else if (last?.font === font && !last.features) last.text += character
    else runs.push({ font, text: character })
  }
  return runs
}

/** The characters of texts that no font of the labels has a glyph for, each once. Line ends and invisible marks need none. */
export function missingGlyphs(texts: readonly string[]): string[] {
  const visible = texts.flatMap(text => [...text.normalize('NFC')]).filter(character => !/\s|\p{C}/u.test(character))
  return [...new Set(visible)].filter(character => !has('regular', character) && !has('second', character))
}
