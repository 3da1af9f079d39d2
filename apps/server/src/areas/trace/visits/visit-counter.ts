import type { Origin } from '../limits/guess-limits.ts'

declare module '../../../platform/services.ts' {
  interface Services {
    visits: VisitCounter
  }
}

/** A scan or check of a code, with its place and client. Everything but the code is claimed by the client. */
export interface Visit {
  tenantId: number
  requestNumber: number
  serial: number
  productId: number | null
  longitude: number | null
  latitude: number | null
  country: string | null
  province: string | null
  city: string | null
  district: string | null
  ip: string | null
  device: string | null
  /** Idempotency key of the visit: the same mark is counted once within a day, and may add a position later. Null when the client sent no visit id. */
  mark: Buffer | null
  /** Another key under which the same visit may have been counted within the last half hour. */
  before?: Buffer | null
}

export interface Visited {
  /** Scans of the code, including this one. */
  scans: number
  firstAt: Date
  /** True for exactly one scan of each code. */
  first: boolean
}

/** An attempt with a security code that has already been compared. */
export interface Attempt extends Visit {
  genuine: boolean
  /** First and last character of the typed code. */
  hint: string
  /** Origin in the counters of wrong attempts; contains neither address nor name. */
  origin: Origin
  /** `picture` after a solved captcha, else the bits of proof of work; 0 without either. */
  solved: 'picture' | number
}

export interface Attempted {
  /** Too many wrong attempts came before: nothing was judged or counted, a captcha or proof of work is required first. */
  challenged: boolean
  /** Bits of proof of work accepted instead of the captcha; null when none is accepted. */
  work?: number | null
  /** Correct checks of the code, including this one. */
  right: number
  /** Wrong checks of the code, including this one. */
  wrong: number
  /** Time of the first check. */
  firstAt: Date | null
  /** Time of the first correct check. */
  firstRightAt: Date | null
  /** This is the first correct check. */
  first: boolean
}

/** Counts scans and checks of codes: exact, and durable before it answers. */
export interface VisitCounter {
  /** @throws Refusal tooMany when more wait than can be served */
  scan(visit: Visit): Promise<Visited>
  /** @throws Refusal tooMany when more wait than can be served */
  check(attempt: Attempt): Promise<Attempted>
  /** Was a visit with this mark counted already, so that it gets the same answer again? */
  known(mark: Buffer): Promise<boolean>
  /** Creates log partitions ahead of time and deletes expired rows, until `stop`. */
  start(): Promise<void>
  /** Waits for pending writes. */
  stop(): Promise<void>
}
