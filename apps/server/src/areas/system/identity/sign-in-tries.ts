import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { siteOf } from '../../../platform/http/network.ts'
import { clearFailures, giveBackTry, type Limit, takeTry } from './throttle.ts'

const tryLimits = {
  /** One account, in a browser where it has signed in before: only people at that browser can exhaust it. */
  device: { free: 5, longestSeconds: 900, forgetSeconds: 1800 },
  /** One account, from one address elsewhere: some 40 tries a day. */
  elsewhere: { free: 5, longestSeconds: 3600, forgetSeconds: 86_400 },
  /** All accounts together, from one address. */
  address: { free: 30, longestSeconds: 60, forgetSeconds: 60 },
  /** One account, from all unknown browsers together: counted, never limited. */
  account: { free: 1_000_000, longestSeconds: 1, forgetSeconds: 86_400 },
} as const satisfies Record<string, Limit>

/** After this many tries from unknown browsers within a day a captcha is required, even where the parameter turns it off. */
const captchaAfterTries = 20
/** After this many wrong tries within a day the owner gets a message. */
export const notifyAfterTries = 50

const bucketNameOf = (account: string) => `sign-in:${account.trim().toLowerCase().slice(0, 50)}`

/** What counting a try leads to. */
export interface TryResult {
  /** Somebody is guessing the password: callers from unknown browsers must solve a captcha. */
  needsCaptcha: boolean
  /** The owner gets a message at this try. */
  notifyOwner: boolean
}

/**
 * Counts tries of an account's password per place: in each known browser, and from each address. So strangers elsewhere
 * cannot lock out the owner, and each of them waits separately.
 */
export class SignInTries {
  readonly #buckets: readonly (readonly [name: string, limit: Limit])[]
  readonly #place: string
  readonly #account: string | undefined

  /** @param device hash of the token of a browser in which the account has signed in before */
  constructor(account: string, ip: string, device: Buffer | undefined) {
    const name = bucketNameOf(account)
    const site = siteOf(ip)
    this.#place = device ? `${name} on ${device.toString('hex')}` : `${name} at ${site}`
    this.#account = device ? undefined : name
    this.#buckets = device
      ? [[this.#place, tryLimits.device]]
      : [
          [this.#place, tryLimits.elsewhere],
          [`sign-in-from:${site}`, tryLimits.address],
        ]
  }

  /** @throws Refusal auth.wait */
  async take(db: Db): Promise<TryResult> {
    for (const [bucket, limit] of this.#buckets) await takeTry(db, bucket, limit)
    const count = this.#account ? await takeTry(db, this.#account, tryLimits.account) : 0
    return { needsCaptcha: count > captchaAfterTries, notifyOwner: count === notifyAfterTries }
  }

  /** Takes the count back. @param countForAddress the address keeps counting it: a wrong captcha costs it a try */
  async giveBack(db: Db, { countForAddress = false } = {}): Promise<void> {
    for (const [bucket, limit] of this.#buckets)
      if (!countForAddress || bucket === this.#place) await giveBackTry(db, bucket, limit)
    if (this.#account) await giveBackTry(db, this.#account, tryLimits.account)
  }

  /** The password was right: clears the failures at this place. */
  async succeed(db: Db): Promise<void> {
    await this.giveBack(db)
    await clearFailures(db, this.#place)
  }
}

/** Clears the tries of an account at all places. */
export async function forgetTries(db: Db, account: string): Promise<void> {
  const name = bucketNameOf(account)
  await db.execute(
    sql`
      delete from throttle
      where bucket = ${name} or starts_with(bucket, ${`${name} at `}) or starts_with(bucket, ${`${name} on `})`,
  )
}
