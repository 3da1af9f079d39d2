/** A signed integer or decimal without leading zeros (specification section 5). */
const decimal = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/

/**
 * A number as a person types it, in the form that travels: full-width digits and the decimal comma are understood,
 * spaces that group digits are dropped, leading zeros too. Text that is no number comes back as it was, trimmed.
 */
export function plainNumber(text: string): string {
  const plain = text
    .normalize('NFKC')
    .replace(/[\s\u00a0\u202f']/g, '')
    .replace(',', '.')
    .replace(/^\+/, '')
    .replace(/^\./, '0.')
    .replace(/^(-?)0+(?=\d)/, '$1')
  return decimal.test(plain) ? plain : text.trim()
}

export function isNumber(text: string): boolean {
  return decimal.test(text)
}

export function isInteger(text: string): boolean {
  return decimal.test(text) && !text.includes('.')
}
