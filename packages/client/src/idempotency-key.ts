/** Key of a form's next save, and when to change it. */
export interface IdempotencyKey {
  /** Header of a save: the same body gives the same key until a save has been answered as done. */
  headers(body: unknown): Record<string, string>
  /** A save has succeeded: the next one is meant, even with the same body. */
  renew(): void
}

/**
 * Keys for the saves of one form: pressing save again after a lost answer gives the first answer, a changed body is another
 * save (docs/wire.md, Idempotency-Key).
 */
export function createIdempotencyKey(random: () => string = randomText): IdempotencyKey {
  let instance = random()
  return {
    headers: body => ({ 'idempotency-key': `form-${instance}-${digest(JSON.stringify(body) ?? '')}` }),
    renew: () => {
      instance = random()
    },
  }
}

/** Without `randomUUID`, which browsers keep from pages that came over plain http. */
function randomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Tells the few bodies of one form apart; the server compares the bodies themselves. */
function digest(text: string): string {
  let [one, two] = [0x811c9dc5, 0x1000193]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    one = Math.imul(one ^ unit, 0x01000193)
    two = Math.imul(two ^ unit, 0x85ebca6b) + at
  }
  return `${(one >>> 0).toString(36)}${(two >>> 0).toString(36)}`
}
