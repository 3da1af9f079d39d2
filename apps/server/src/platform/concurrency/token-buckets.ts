interface Bucket {
  left: number
  at: number
}

/** A rate limit by key: so many at once, and then so many per minute. */
export class TokenBuckets {
  readonly #burst: number
  readonly #perMinute: number
  readonly #buckets = new Map<string, Bucket>()

  constructor(burst: number, perMinute: number) {
    this.#burst = burst
    this.#perMinute = perMinute
  }

  /**
   * Takes a token.
   * @returns whether there was one left
   */
  take(key: string, now: number): boolean {
    const bucket = this.#buckets.get(key) ?? { left: this.#burst, at: now }
    // A clock that was put back adds nothing.
    bucket.left = Math.min(this.#burst, bucket.left + (Math.max(0, now - bucket.at) * this.#perMinute) / 60_000)
    bucket.at = Math.max(bucket.at, now)
    this.#buckets.delete(key)
    this.#buckets.set(key, bucket)
    if (this.#buckets.size > 50_000) this.#buckets.delete(this.#buckets.keys().next().value!)
    if (bucket.left < 1) return false
    bucket.left--
    return true
  }
}
