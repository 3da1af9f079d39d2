import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { siteOf } from '../../../platform/http/network.ts'
import { clearFailures, giveBackTry, type Limit, takeTry } from './throttle.ts'

const tryLimits = {
  /** One account, in a browser in which it has signed in before: only its owner and those beside him can wear it out. */
  device: { free: 5, longestSeconds: 900, forgetSeconds: 1800 },
  /** One account, from one address elsewhere: some 40 tries a day. */
  elsewhere: { free: 5, longestSeconds: 3600, forgetSeconds: 86_400 },
  /** All accounts together, from one address. */
  address: { free: 30, longestSeconds: 60, forgetSeconds: 60 },
  /** One account, from everywhere else together: counted, and never in anybody's way. */
  account: { free: 1_000_000, longestSeconds: 1, forgetSeconds: 86_400 },
} as const satisfies Record<string, Limit>

/** After so many tries from elsewhere within a day a picture is asked for, also where the parameter asks for none. */
const captchaAfterTries = 20
/** So many wrong tries within a day are told to the owner. */
export const notifyAfterTries = 50

const bucketNameOf = (account: string) => `sign-in:${account.trim().toLowerCase().slice(0, 50)}`

/** What a try that is being judged means for what comes after it. */
export interface TryResult {
  /** The account is being guessed at: whoever comes from elsewhere has to solve a picture. */
  needsCaptcha: boolean
  /** This try is the one at which its owner is told. */
  notifyOwner: boolean
}

/**
 * Tries of an account's password, counted where they are made: in each known browser, and from each address. So nobody is
 * kept out by what strangers try elsewhere, and each of them waits for himself.
 */
export class SignInTries {
  readonly #buckets: readonly (readonly [name: string, limit: Limit])[]
  readonly #own: string
  readonly #account: string | undefined

  /** @param device hash of the token of a browser in which the account has signed in before */
  constructor(account: string, ip: string, device: Buffer | undefined) {
    const name = bucketNameOf(account)
    const site = siteOf(ip)
    this.#own = device ? `${name} on ${device.toString('hex')}` : `${name} at ${site}`
    this.#account = device ? undefined : name
    this.#buckets = device
      ? [[this.#own, tryLimits.device]]
      : [
          [this.#own, tryLimits.elsewhere],
          [`sign-in-from:${site}`, tryLimits.address],
        ]
  }

  /** @throws Refusal auth.wait */
  async take(db: Db): Promise<TryResult> {
    for (const [bucket, limit] of this.#buckets) await takeTry(db, bucket, limit)
    const count = this.#account ? await takeTry(db, this.#account, tryLimits.account) : 0
    return { needsCaptcha: count > captchaAfterTries, notifyOwner: count === notifyAfterTries }
  }

  /** It was none. @param seen the address goes on counting it: a picture that was wrong costs it a try */
  async giveBack(db: Db, { seen = false } = {}): Promise<void> {
    for (const [bucket, limit] of this.#buckets) if (!seen || bucket === this.#own) await giveBackTry(db, bucket, limit)
    if (this.#account) await giveBackTry(db, this.#account, tryLimits.account)
  }

  /** The password was right: what was tried here before it is forgotten. */
  async succeed(db: Db): Promise<void> {
    await this.giveBack(db)
    await clearFailures(db, this.#own)
  }
}

/** Forgets the tries of an account wherever they were made. */
export async function forgetTries(db: Db, account: string): Promise<void> {
  const name = bucketNameOf(account)
  await db.execute(
    sql`
      delete from throttle
      where bucket = ${name} or starts_with(bucket, ${`${name} at `}) or starts_with(bucket, ${`${name} on `})`,
  )
}
