/** Without characters that are confused with one another when a password is read aloud or written down. */
const alphabet = 'abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789'

/** A password of 12 random characters (about 70 bits) in groups of four, easy to pass on. */
export function proposePassword(): string {
  const letters: string[] = []
  // Bytes beyond the last full multiple would make some characters more likely than others.
  const fair = 256 - (256 % alphabet.length)
  while (letters.length < 12) {
    const [byte = 0] = crypto.getRandomValues(new Uint8Array(1))
    if (byte < fair) letters.push(alphabet[byte % alphabet.length] ?? '')
  }
  return [0, 4, 8].map(start => letters.slice(start, start + 4).join('')).join('-')
}
