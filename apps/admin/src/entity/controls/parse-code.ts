/** A scanner types the whole address of a label; the code is its last part. */
export function parseCode(text: string): string {
  const last =
    text
      .trim()
      .replace(/[?#].*$/, '')
      .split('/')
      .filter(Boolean)
      .at(-1) ?? ''
  const query = /[?&]code=([^&#]+)/i.exec(text)?.[1]
  return decodeURIComponent(query ?? last)
}

/** One code a line, or whatever blanks and commas part, those of Chinese keyboards too. */
export function parseCodes(text: string): string[] {
  return text
    .split(/[\s,;\uff0c\uff1b]+/)
    .filter(Boolean)
    .map(parseCode)
}
