import type { Language } from '@timbermark/contract'
import type { TraceAnswer } from '@timbermark/contract/trace'
import type { Services } from '../../../platform/services.ts'
import { traceOf } from './answer.ts'
import { isUnlimited } from '../../system/identity/client-limits.ts'
import { AdmissionGate } from '../../../platform/concurrency/admission-gate.ts'
import { networkOf } from '../../../platform/http/network.ts'
import type { PageAsk } from './load.ts'
import type { KnownCode } from '../limits/open-code.ts'
import type { Pieces } from './page-parts.ts'
import { type LatelyTold, latelyTold } from './records-cache.ts'
import { SingleFlight } from '../../../platform/concurrency/single-flight.ts'
import { FairQueue } from '../../../platform/concurrency/fair-queue.ts'
import { assertNotAborted } from '../../../platform/concurrency/abortable.ts'

/** Reads for one reader; what others ask for at the same time is read once. */
export interface Reading {
  trace(opened: KnownCode, language: Language, page?: PageAsk): Promise<TraceAnswer>
  /**
   * The same drawn as a document, once for all who ask for the same document at the same time.
   * @param key what the document depends on beside the answer
   */
  document(
    key: string,
    opened: KnownCode,
    language: Language,
    page: PageAsk | undefined,
    draw: (answer: TraceAnswer) => Pieces,
  ): Promise<Pieces>
  /** Any other work on the database, in its turn. */
  work<T>(work: () => Promise<T>): Promise<T>
}

/** Readers served at once and waiting, of all clients and of one. A place costs little: most share what is being read. */
const places = { atOnce: 32, atOnceOfClient: 16, waiting: 200, waitingOfClient: 60, patienceMs: 4000 }
/**
 * Readings at once: fewer than there are connections to the database, so that those who report, scan and check find one.
 * Those who wait here have a place above, and the same patience.
 */
const readings = { atOnce: 8, atOnceOfClient: 4, waiting: 32, waitingOfClient: 32, patienceMs: 4000 }

/**
 * What codes have in common is read once for all who ask within a second. Tests look at what they have changed at once: they
 * say how long.
 */
const sharedMs = 1000

/** The readers of this process. */
export class Readers {
  readonly #services: Services
  readonly #places: AdmissionGate
  readonly #readings: AdmissionGate
  readonly #traces = new SingleFlight<TraceAnswer>()
  readonly #documents = new SingleFlight<Pieces>()
  readonly #drawing = new FairQueue()
  readonly #lately: LatelyTold

  /**
   * @param patienceMs longest wait for a turn
   * @param shared how long what was read of records is told to others, milliseconds
   */
  constructor(
    services: Services,
    patienceMs = places.patienceMs,
    shared = services.settings.mode === 'test' ? 0 : sharedMs,
  ) {
    this.#services = services
    this.#lately = latelyTold(shared)
    this.#places = new AdmissionGate({ ...places, maxWaitMs: patienceMs })
    this.#readings = new AdmissionGate({ ...readings, maxWaitMs: patienceMs })
  }

  /** Readers served and waiting now. */
  get load(): AdmissionGate['load'] {
    return this.#places.load
  }

  /** Serves a reader when the turn comes. @throws Busy, Abandoned */
  read<T>(ip: string, signal: AbortSignal, serve: (reading: Reading) => Promise<T>): Promise<T> {
    const client = isUnlimited(this.#services.settings.mode, ip) ? null : networkOf(ip)
    const trace = (wanted: AbortSignal, opened: KnownCode, language: Language, page?: PageAsk) =>
      this.#traces.ask(keyOf(opened, language, page), wanted, shared =>
        this.#readings.run(client, shared, () =>
          traceOf(this.#services, opened, language, { page, signal: shared, lately: this.#lately }),
        ),
      )
    const reading: Reading = {
      trace: (opened, language, page) => trace(signal, opened, language, page),
      document: (key, opened, language, page, draw) =>
        this.#documents.ask(`${key}\n${keyOf(opened, language, page)}`, signal, async shared => {
          const answer = await trace(shared, opened, language, page)
          return this.#drawing.take(() => {
            assertNotAborted(shared)
            return draw(answer)
          })
        }),
      work: work => this.#readings.run(client, signal, work),
    }
    return this.#places.run(client, signal, () => serve(reading))
  }
}

/** Everything that an answer depends on beside what the database holds. */
function keyOf({ code, entry }: KnownCode, language: Language, page: PageAsk | undefined): string {
  return JSON.stringify([code, entry.status, entry.enterpriseName, entry.enterpriseActive, language, page ?? null])
}

const all = new WeakMap<Services, Readers>()

export function readers(services: Services): Readers {
  const known = all.get(services)
  if (known) return known
  const made = new Readers(services)
  all.set(services, made)
  return made
}

/** Sets the readers of these services. @internal for tests that decide how long a wait may be */
export function setReaders(services: Services, made: Readers): void {
  all.set(services, made)
}
