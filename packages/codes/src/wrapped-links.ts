/** Most layers of one text: two gateways, each of which encodes once more, and what they wrapped. */
const maxLayers = 8

/**
 * A text, and the links that are wrapped in it: percent-encoded once or more, as mail gateways write them (`-3A`, `=3D`), or in
 * base64. The outermost layer comes last, because what was wrapped is what people meant.
 */
export function unwrapLinks(text: string): string[] {
  const layers = [text]
  for (let n = 0; n < layers.length && layers.length < maxLayers; n++)
    for (const inner of innerLayers(layers[n]!)) if (!layers.includes(inner)) layers.push(inner)
  return layers.slice(0, maxLayers).reverse()
}

function* innerLayers(text: string): Generator<string> {
  if (/%[0-9a-f]{2}/i.test(text)) yield decodePercent(text)
  // RFC 2045, 6.7: quoted-printable of a mail's source.
  if (/=(?:3d|0a|\r?\n)/i.test(text)) yield text.replace(/=\r?\n/g, '').replace(/=3d/gi, '=')
  // Proofpoint writes `-` for `%` and `_` for `/` in version 2 of its links.
  const proofpoint = /\/v2\/url\?u=([^&]+)/i.exec(text)?.[1]
  if (proofpoint) yield proofpoint.replaceAll('_', '/').replace(/-([0-9A-F]{2})/g, '%$1')
  const address = /[=/](aHR0c[\w+/-]{20,}={0,2})/.exec(text)?.[1]
  const decoded = address && decodeBase64(address)
  if (decoded) yield decoded
  // An address in an address: the inner one is meant.
  const inner = /^.+?(https?:\/{1,2}[^\s]+)$/is.exec(text)?.[1]
  if (inner) yield inner
}

/** Decodes what is valid of a percent-encoded text and leaves the rest. */
function decodePercent(text: string): string {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, encoded => {
    try {
      return decodeURIComponent(encoded)
    } catch {
      return encoded
    }
  })
}

function decodeBase64(text: string): string | undefined {
  try {
    const decoded = atob(text.replaceAll('-', '+').replaceAll('_', '/').replace(/=+$/, ''))
    return /^[\x20-\x7e]+$/.test(decoded) ? decoded : undefined
  } catch {
    return undefined
  }
}
