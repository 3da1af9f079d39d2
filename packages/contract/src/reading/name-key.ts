import { tidyText } from '../kinds/plain-text.ts'

const apostrophes = /[\u2018\u2019\u02bc\u02b9\u00b4\u0060\u2032\uff07\u02bb]/g
const hyphens = /[\u2010-\u2015\u2212\ufe58\ufe63\uff0d\u30fb]/g
/** Joiners and variation selectors: invisible between letters of the three languages. */
const joiners = /\u200c|\u200d|[\ufe00-\ufe0f]/g

/**
 * A name or another text of one line as it is stored: `tidyText` without line breaks.
 */
export function storedName(text: string): string {
  return tidyText(text).replaceAll('\n', ' ')
}

/**
 * What two names have in common when people take them for the same: composition, case, white space, width, apostrophes,
 * hyphens and invisible characters do not count; accents do. Uniqueness and references compare it. The database has the same
 * as `name_key`.
 */
export function nameKey(text: string): string {
  return storedName(text)
    .replace(joiners, '')
    .replace(apostrophes, "'")
    .normalize('NFKC')
    .replace(hyphens, '-')
    .toLowerCase()
    .replace(/\s*-\s*/g, '-')
    .replace(/\s+/gu, ' ')
    .trim()
}

const letters: Readonly<Record<string, string>> = { œ: 'oe', æ: 'ae', ß: 'ss', ø: 'o', ł: 'l', đ: 'd', ı: 'i' }

/** `nameKey` without accents, apostrophes and hyphens: what a search compares, and what a list of choices is looked up by. */
export function searchKey(text: string): string {
  return nameKey(text)
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .replace(/[œæßøłđı]/g, letter => letters[letter]!)
    .replace(/['-]/g, ' ')
    .replace(/ +/g, ' ')
    .trim()
}
