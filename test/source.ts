import { readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'

export const root = join(import.meta.dirname, '..')

export const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Folders directly below `place`, as paths from the root. */
export const folders = (place: string): string[] =>
  readdirSync(join(root, place), { withFileTypes: true })
    .filter(entry => entry.isDirectory())
    .map(entry => `${place}/${entry.name}`)

/** Source files below `place` whose name fits, as paths from the root; not what is installed or built. */
export function sources(place: string, name = /\.tsx?$/): string[] {
  return readdirSync(join(root, place), { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile() && name.test(entry.name))
    .map(entry => relative(root, join(entry.parentPath, entry.name)))
    .filter(path => !/(^|\/)(node_modules|dist)\//.test(path))
    .sort()
}

/** Code that runs in the product: no tests and none of the data made for them. */
export const shipped = (path: string) => !/\.test\.tsx?$|\/(test|fixtures)\//.test(path)

export interface Literal {
  line: number
  text: string
  /** The attribute or property that holds it; nothing for text between tags. */
  of?: string
}

const shownAttributes = [
  'title',
  'alt',
  'placeholder',
  'aria-label',
  'label',
  'okText',
  'cancelText',
  'content',
  'description',
]
const names = [...shownAttributes, 'message'].join('|')

const asText = (text: string) => text.replace(/\$\{[^}]*\}/g, ' ')
const hasWord = (text: string) => /\p{L}{2,}/u.test(text)

/**
 * Words that a reader would see and that stand in the source itself: text between tags, and literals given to attributes
 * and properties that are shown. What stands inside `t(…)` is no literal of an attribute; which of the rest are keys of
 * phrases, the caller knows.
 */
export function literalWords(source: string): Literal[] {
  const code = blankComments(source)
  const literals: Literal[] = []
  const note = (index: number, text: string, of?: string) => {
    if (hasWord(asText(text)))
      literals.push({ line: code.slice(0, index).split('\n').length, text: text.trim().replace(/\s+/g, ' '), of })
  }
  const attribute = new RegExp(
    `(?<![\\w.'-])['"]?(${names})['"]?\\s*(?:=\\s*\\{?|:)\\s*(?:'([^'\\n]*)'|"([^"\\n]*)"|\`([^\`]*)\`)`,
    'g',
  )
  for (const match of code.matchAll(attribute)) note(match.index, match[2] ?? match[3] ?? match[4] ?? '', match[1])
  // A literal that only one branch of a condition shows: title={open ? 'Close' : 'Open'}.
  const expression = new RegExp(`(?<![\\w.'-])(${names})=\\{([^{}]*)\\}`, 'g')
  for (const match of code.matchAll(expression))
    for (const branch of match[2]!.matchAll(/[?:&|]\s*'([^'\n]*)'/g)) note(match.index, branch[1]!, match[1])
  // The same between tags: {open ? 'close' : 'open'}.
  for (const match of code.matchAll(/[>}]\s*\{([^{}=]*)\}\s*[<{]/g))
    for (const branch of match[1]!.matchAll(/[?:&|{]\s*'([^'\n]*)'/g)) note(match.index, branch[1]!)
  // Words after a capital letter are a sentence, wherever they stand; what is thrown is for the log.
  for (const match of code.matchAll(/(?<!Error\()(['"`])(\p{Lu}\p{Ll}+,? \p{L}[^'"`\n]*)\1/gu))
    note(match.index, match[2] ?? '')
  for (const { index, text } of textNodes(code)) note(index, text)
  return literals
}

/** The same source with its comments made blank, so that positions stay. */
export function blankComments(source: string): string {
  const tokens = /'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"|`(?:\\.|[^`\\])*`|\/\*[\s\S]*?\*\/|(?<![:\\/])\/\/[^\n]*/g
  return source.replace(tokens, token => (/^\/[/*]/.test(token) ? token.replace(/[^\n]/g, ' ') : token))
}

/** What stands between `>` and `<` or braces in code, never in a sentence. */
const codeSigns =
  /[;=`|]|\w\(|\w\?:|^\s*[,:?&.)]|^\(|\breturn\s*$|^\s*(?:case|const|return|import|export|interface|function|type) |\b(?:if|for|switch|while) \(/m

/**
 * Text between tags and expressions: what follows the end of a tag up to the next `<` or `{`, and what follows an
 * expression up to the next tag. Code between two tags (of generics, of comparisons) is told from text by its signs.
 */
function* textNodes(code: string): Generator<{ index: number; text: string }> {
  const between =
    /(?<![=\s])(?:>|(?<=[>\s]\{[^{}\n]*)\})([^<>{}]*)(?=<\/?[\w>]|\{)|(?<=['"}\s]\/?)>([^<>{}]+)(?=<\/|\{)/g
  for (const match of code.matchAll(between)) {
    const text = match[1] ?? match[2] ?? ''
    if (!codeSigns.test(text)) yield { index: match.index + match[0].indexOf(text), text }
  }
}
