/**
 * Extension line of a checkpoint (C2SP tlog-checkpoint): the highest number given to a code request so far. The log is
 * public memory: whoever keeps a checkpoint keeps this mark, which no restored backup takes back.
 */
const prefix = 'timbermark/requests '

export function requestsLine(highest: number): string {
  return `${prefix}${highest}`
}

/** The mark that a checkpoint names; 0 when it names none. */
export function requestsNamed(extensions: readonly string[]): number {
  const marks = extensions
    .filter(line => line.startsWith(prefix))
    .map(line => line.slice(prefix.length))
    .filter(text => /^(0|[1-9]\d{0,7})$/.test(text))
  return Math.max(0, ...marks.map(Number))
}
