// Any origin works: it only serves to test whether a path stays on the site on which it is resolved.
const site = 'https://own.invalid'

/** Control characters, and invisible characters that a person or a browser may drop from an address. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

function isLocalPath(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path) || invisible.test(path)) return false
  const [pathname = ''] = path.split(/[?#]/)
  const segments = pathname.slice(1).split('/')
  // No page of the product has such segments, and `/..//evil` normalises to `//evil`, which is another site.
  if (
    pathname.includes('\\') ||
    segments.some((part, i) => part === '.' || part === '..' || (part === '' && i < segments.length - 1))
  )
    return false
  try {
    return new URL(path, site).origin === site
  } catch {
    return false
  }
}

/**
 * Returns `path` if it is a path of this site, otherwise `fallback`. A path of this site begins with one slash, not with two
 * and not with a slash and a backslash, and has no scheme and no control characters. The same must
 * hold after each further decoding, because another page may decode it again; a path that is still encoded after eight
 * rounds is refused. Used for `?redirect=`, the sign-in answer's `url` and every remembered path.
 */
export function safeRedirect(path: unknown, fallback = '/'): string {
  if (typeof path !== 'string' || path.length > 2048) return fallback
  let candidate = path
  for (let depth = 0; depth < 8; depth++) {
    if (!isLocalPath(candidate)) return fallback
    let decoded: string
    try {
      decoded = decodeURIComponent(candidate)
    } catch {
      // Refuse a malformed percent sign in the original text. One that only appears after decoding is harmless.
      return depth === 0 ? fallback : path
    }
    if (decoded === candidate) return path
    candidate = decoded
  }
  return fallback
}
