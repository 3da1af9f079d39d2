/** Positions of the primary's log are remembered no closer together than this once there are many, milliseconds. */
const sparseMs = 5000
/** From so many on. */
const manySamples = 240
/** A replica that is further behind than these can tell is out of use anyway. */
const maxSamples = 2000

/** The primary is asked about twice a second. */
const usualPauseMs = 2000

interface Sample {
  at: number
  position: bigint
}

/**
 * How far a replica is behind, by this process's own clock: it is up to date as of the newest moment at which the
 * primary's log ended no further than the replica has replayed. A primary at rest makes nobody late.
 */
export class ReplicaLag {
  /** Ends of the primary's log that the replica has not been seen to replay, oldest first. */
  readonly #ahead: Sample[] = []
  #replayed = 0n
  #measuredAt: number | undefined

  /** What the replica has replayed. */
  get replayed(): bigint {
    return this.#replayed
  }

  /** Notes where the primary's log ends. @param now milliseconds */
  notePrimary(position: bigint, now: number): void {
    this.#measuredAt = now
    if (position <= this.#replayed) return
    const last = this.#ahead.at(-1)
    if (last && (last.position === position || this.#ahead.length >= maxSamples)) return
    if (last && this.#ahead.length >= manySamples && now - last.at < sparseMs) return
    this.#ahead.push({ at: now, position })
  }

  /** Notes how far the replica has replayed it. */
  noteReplica(position: bigint): void {
    this.#replayed = position
    const first = this.#ahead.findIndex(sample => sample.position > position)
    this.#ahead.splice(0, first === -1 ? this.#ahead.length : first)
  }

  /**
   * Milliseconds that the replica is behind; undefined before both were measured. While the primary is not heard of, the
   * time since counts as well.
   */
  behindMs(now: number): number | undefined {
    if (this.#measuredAt === undefined || this.#replayed === 0n) return undefined
    const oldest = this.#ahead[0]
    if (oldest) return now - oldest.at
    const unheardMs = now - this.#measuredAt
    return unheardMs < usualPauseMs ? 0 : unheardMs
  }
}
