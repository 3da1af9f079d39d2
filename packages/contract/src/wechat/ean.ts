/**
 * Whether it is a barcode number with a right check digit (GS1 General Specifications, section 7.9): EAN-8, UPC-A, EAN-13, GTIN-14.
 * From the right, digits count three times and once in turn; with the check digit the sum is a multiple of ten.
 */
export function isEan(text: string): boolean {
  if (!/^(\d{8}|\d{12,14})$/.test(text)) return false
  const sum = [...text].reverse().reduce((all, digit, place) => all + Number(digit) * (place % 2 === 1 ? 3 : 1), 0)
  return sum % 10 === 0
}
