/** The address of a node as somebody typed it, if it can be asked: over https, or on this device. */
export function parseNodeAddress(text: string): URL | undefined {
  if (!URL.canParse(text.trim())) return undefined
  const url = new URL(text.trim())
  const isHere = url.protocol === 'http:' && /^(localhost|127\.0\.0\.1)$/.test(url.hostname)
  return url.protocol === 'https:' || isHere ? url : undefined
}
