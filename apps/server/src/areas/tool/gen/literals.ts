/**
 * Texts of people in generated files. They stand in string literals only, never in a comment, a template or an identifier,
 * and each language's literal is made here: there is no other way from a text into a file.
 */

/** Characters that end a line or change how a line is read: no editor should show them as something else. */
const unseen = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u{FEFF}]/gu

const escapedUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A literal of TypeScript in single quotes, as the repository writes them. */
export function tsText(text: string): string {
  const inner = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('\n', '\\n')
    .replace(unseen, escapedUnit)
    // A lone half of a pair would not survive being written as UTF-8.
    .replace(/[\uD800-\uDFFF]/gu, escapedUnit)
  return `'${inner}'`
}

/** A literal of SQL. `standard_conforming_strings` is on, so only the quote has to be doubled. */
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''").replaceAll('\0', '')}'`

/** A cell or line of Markdown: nothing in it is markup, and it stays on its line. */
export function mdText(text: string): string {
  return text.replace(unseen, ' ').replace(/[\\`*_{}[\]()#|<>~&$]/g, character => `&#${character.charCodeAt(0)};`)
}

/** A property's name as it stands before a colon. */
export const tsKey = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : tsText(key))
