// Any origin would do: it only shows whether a path stays on the site that it is read on.
const site = 'https://own.invalid'

/** Controls, and the invisible marks that a reader or a browser may drop from an address. */
const invisible = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u

function isLocalPath(path: string): boolean {
  if (!/^\/(?![/\\])/.test(path) || invisible.test(path)) return false
  const [pathname = ''] = path.split(/[?#]/)
  const segments = pathname.slice(1).split('/')
  // No page of ours has such parts, and `/..//evil` has the normal form `//evil`, which leads away.
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
 * The given address when it is a path of this site, else `fallback`. Own paths begin with one slash, not two and not a
 * slash and a backslash, have no scheme and no control characters; the same holds for what remains after decoding, to
 * any depth, because another page may decode it again. Used for `?redirect=`, the login answer's `url` and every
 * remembered path.
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
      // A lone percent sign is only harmless in what no decoder has touched yet.
      return depth === 0 ? fallback : path
    }
    if (decoded === candidate) return path
    candidate = decoded
  }
  return fallback
}
