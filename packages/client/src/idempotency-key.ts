/** Idempotency key of a form's next save. */
export interface IdempotencyKey {
  /** Header for a save. The same body gets the same key until `renew` is called. */
  headers(body: unknown): Record<string, string>
  /** Call this when a save has succeeded: the next save is intended, even with the same body. */
  renew(): void
}

/**
 * Creates the idempotency keys of one form (docs/wire.md, Idempotency-Key). Pressing save again after a lost answer gets the
 * first answer; a changed body is another save.
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

/** Does not use `randomUUID`, which browsers do not offer to pages loaded over plain http. */
function randomText(): string {
  return [...crypto.getRandomValues(new Uint8Array(16))].map(byte => byte.toString(16).padStart(2, '0')).join('')
}

/** Distinguishes the few bodies of one form. Not cryptographic: the server compares the bodies themselves. */
function digest(text: string): string {
  let [one, two] = [0x811c9dc5, 0x1000193]
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    one = Math.imul(one ^ unit, 0x01000193)
    two = Math.imul(two ^ unit, 0x85ebca6b) + at
  }
  return `${(one >>> 0).toString(36)}${(two >>> 0).toString(36)}`
}
