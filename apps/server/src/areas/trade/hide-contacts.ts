/** Stands where a contact was. */
const hidden = '\u2022\u2022\u2022'

/** Seven digits or more of any script, with at most three blanks, dots, dashes or brackets between two of them. */
const phones = /\+?\(?\p{Nd}(?:[\s().\-\u2010-\u2015\u2212\uff0d]{0,3}\p{Nd}){6,}/gu
const mails = /[^\s@<>]+[@\uff20][^\s@<>]+\.\p{L}{2,}/gu

const isDate = (text: string) => /^(?:19|20)\d\d[-./](?:0?[1-9]|1[0-2])[-./](?:0?[1-9]|[12]\d|3[01])$/.test(text)

/**
 * Hides telephone numbers and mail addresses that people wrote into free text. A long number that is none is hidden too:
 * the text is for readers to whom the writer gave no consent.
 */
export function hideContacts(text: string): string {
  return text.replace(mails, hidden).replace(phones, found => (isDate(found) ? found : hidden))
}
