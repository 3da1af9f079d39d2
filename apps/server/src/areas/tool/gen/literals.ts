/**
 * Literals for texts that people entered. Generated files contain such texts only in string literals, never in comments,
 * templates or identifiers, and only these functions make the literals.
 */

/** Characters that end a line or change its reading direction; they are escaped. */
const invisibleCharacters = /[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}\u{FEFF}]/gu

const escapedUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`

/** A literal of TypeScript in single quotes, as the repository writes them. */
export function tsText(text: string): string {
  const inner = text
    .replaceAll('\\', '\\\\')
    .replaceAll("'", "\\'")
    .replaceAll('\n', '\\n')
    .replace(invisibleCharacters, escapedUnit)
    // A lone surrogate cannot be written as UTF-8.
    .replace(/[\uD800-\uDFFF]/gu, escapedUnit)
  return `'${inner}'`
}

/** A SQL literal. `standard_conforming_strings` is on, so only quotes are doubled. */
export const sqlText = (text: string): string => `'${text.replaceAll("'", "''").replaceAll('\0', '')}'`

/** A cell or line of Markdown: without markup and on one line. */
export function mdText(text: string): string {
  return text
    .replace(invisibleCharacters, ' ')
    .replace(/[\\`*_{}[\]()#|<>~&$]/g, character => `&#${character.charCodeAt(0)};`)
}

/** A property's name as a key. */
export const tsKey = (key: string): string => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : tsText(key))
