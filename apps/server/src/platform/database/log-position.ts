/**
 * A position in the database's log as a number that can be compared.
 * @param text as the database writes it: two hexadecimal numbers, `16/B374D848`
 */
export function parsePosition(text: string): bigint {
  const [high = '', low = ''] = text.split('/')
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
