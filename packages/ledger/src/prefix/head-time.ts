const prefix = 'timbermark/time '

/** Moments in heads: UTC, whole seconds. */
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/

/** Writes a moment as heads and index statements name it: UTC, whole seconds. @throws RangeError for an invalid date */
export function encodeMoment(at: Date): string {
  const text = `${at.toISOString().slice(0, 19)}Z`
  if (!MOMENT.test(text)) throw new RangeError('a head needs a moment of the years 0 to 9999')
  return text
}

/** Parses a moment that `encodeMoment` wrote; null for any other text, such as one of 31 June. */
export function parseMoment(text: unknown): Date | null {
  if (typeof text !== 'string' || !MOMENT.test(text)) return null
  const at = new Date(text)
  return !Number.isNaN(at.getTime()) && encodeMoment(at) === text ? at : null
}

/** Writes the extension line of a checkpoint (C2SP tlog-checkpoint) that says when it was signed. */
export function encodeTimeLine(at: Date): string {
  return prefix + encodeMoment(at)
}

/** When a checkpoint was signed, by its extension lines; null unless exactly one line says it and is well-formed. */
export function findHeadTime(extensions: readonly string[]): Date | null {
  const lines = extensions.filter(line => line.startsWith(prefix))
  return lines.length === 1 ? parseMoment(lines[0]!.slice(prefix.length)) : null
}

/** A witness's clock may be this much behind the log's. */
const BEHIND_MS = 600_000
/** A log signs a new head every hour, so a witness signs none that is much older. */
const LATER_MS = 24 * 3_600_000

/**
 * Whether a witness can have seen a head at the time that it states: not before the head was signed, nor long after.
 * @param signedAt when the head was signed; null for a head that does not say so
 * @param seenAt seconds since 1970
 */
export function isPlausiblySeen(signedAt: Date | null, seenAt: number): boolean {
  const later = signedAt === null ? 0 : seenAt * 1000 - signedAt.getTime()
  return -BEHIND_MS <= later && later <= LATER_MS
}
