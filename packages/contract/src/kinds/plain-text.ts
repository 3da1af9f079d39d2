/**
 * Invisible characters, or characters that change the writing direction: controls, direction marks, zero-width blanks and
 * fillers (UTS 39, 5.4; UAX 9, 2). With them two different names could look alike, an empty one could pass as a name, and
 * a value could overwrite the text next to it. Phones and word processors insert them unasked, so they are removed, not
 * refused. Joiners stay, because some scripts need them; databases accept no NUL.
 */
const invisibleCharacters =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
  /[\u0001-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u206f\u3164\ufeff\uffa0\ufff9-\ufffb]/g

/**
 * A text in its stored form: without invisible characters, composed (Unicode NFC), so that two encodings of one letter are equal, and trimmed.
 */
export function plainText(text: string): string {
  return text.replace(invisibleCharacters, '').normalize('NFC').trim()
}

/**
 * A text as a new value is stored: as `plainText`, with every white space inside a line, also the no-break and the wide
 * one, as a single blank. Not a canonical form: what was sealed before stays as it is.
 */
export function tidyText(text: string): string {
  return plainText(text.replace(/\r\n?/g, '\n'))
    .replace(/[^\S\n]+/gu, ' ')
    .replace(/ ?\n ?/g, '\n')
}
