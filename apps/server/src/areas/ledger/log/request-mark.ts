/**
 * Extension line of a checkpoint (C2SP tlog-checkpoint): the highest code request number so far. Everyone who stores a
 * checkpoint also stores this mark, so that a restored backup cannot lower it.
 */
const prefix = 'timbermark/requests '

export function requestMarkLine(highest: number): string {
  return `${prefix}${highest}`
}

/** The mark in a checkpoint's extension lines; 0 without one. */
export function parseRequestMark(extensions: readonly string[]): number {
  const marks = extensions
    .filter(line => line.startsWith(prefix))
    .map(line => line.slice(prefix.length))
    .filter(text => /^(0|[1-9]\d{0,7})$/.test(text))
  return Math.max(0, ...marks.map(Number))
}
