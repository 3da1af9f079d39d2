/**
 * A scanner types the whole address of a label. The code is the last part of its path, or the `code` parameter of its
 * query.
 */
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

/** Codes separated by white space, commas or semicolons, including those of Chinese keyboards. */
export function parseCodes(text: string): string[] {
  return text
    .split(/[\s,;\uff0c\uff1b]+/)
    .filter(Boolean)
    .map(parseCode)
}
