import type { Origin } from '../limits/guess-limits.ts'

declare module '../../../platform/services.ts' {
  interface Services {
    visits: VisitCounter
  }
}

/** Where and by whom a code was met. All but the code is a claim of the client. */
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
  /** Stands for the visit and what it asks; the same mark is counted once within a day, and takes a position that comes later. Null when the client named no visit. */
  mark: Buffer | null
}

export interface Visited {
  /** Scans of the code, this one included. */
  scans: number
  firstAt: Date
  /** True for exactly one scan of each code. */
  first: boolean
}

/** A try of an anti-counterfeit code that has already been compared. */
export interface Attempt extends Visit {
  genuine: boolean
  /** First and last character of what was typed. */
  hint: string
  /** Stands for where it came from in the counters of wrong tries; no address and no name. */
  origin: Origin
  /** A picture was solved for this try, or so many bits of work were done for it; 0 when neither was. */
  solved: 'picture' | number
}

export interface Attempted {
  /** Too many wrong tries came before: nothing was judged or counted, a picture has to be solved first, or work to be done. */
  challenged: boolean
  /** What would do in place of the picture, in bits of work; null where nothing does. */
  work?: number | null
  /** Right checks of the code, this one included when it is one. */
  right: number
  /** Wrong ones, this one included. */
  wrong: number
  /** When the first of all was made. */
  firstAt: Date | null
  /** When the first right one was made. */
  firstRightAt: Date | null
  /** This is the first right one. */
  first: boolean
}

/** Counts scans and checks of codes: exact, and durable before it answers. */
export interface VisitCounter {
  /** @throws Refusal tooMany when more wait than can be served */
  scan(visit: Visit): Promise<Visited>
  /** @throws Refusal tooMany when more wait than can be served */
  check(attempt: Attempt): Promise<Attempted>
  /** Has what has this mark been counted already, so that it will be answered as it was? */
  known(mark: Buffer): Promise<boolean>
  /** Keeps room for the logs and forgets what has run out, until `stop`. */
  start(): Promise<void>
  /** Waits for what is under way. */
  stop(): Promise<void>
}
