import type { Language } from '@timbermark/contract'
import type { TraceAnswer } from '@timbermark/contract/trace'
import type { Services } from '../../../platform/services.ts'
import { loadTraceAnswer } from './answer.ts'
import { isUnlimited } from '../../system/identity/client-limits.ts'
import { AdmissionGate } from '../../../platform/concurrency/admission-gate.ts'
import { networkOf } from '../../../platform/http/network.ts'
import type { PageRequest } from './current-records.ts'
import type { KnownCode } from '../limits/open-code.ts'
import type { Pieces } from './page-parts.ts'
import { type RecordsCache, createRecordsCache } from './records-cache.ts'
import { SingleFlight } from '../../../platform/concurrency/single-flight.ts'
import { FairQueue } from '../../../platform/concurrency/fair-queue.ts'
import { assertNotAborted } from '../../../platform/concurrency/abortable.ts'

/** Reads for one reader; concurrent requests for the same thing share one read. */
export interface PageReader {
  trace(opened: KnownCode, language: Language, page?: PageRequest): Promise<TraceAnswer>
  /**
   * The answer rendered as a document, once for concurrent requests of the same document.
   * @param key what the document depends on besides the answer
   */
  document(
    key: string,
    opened: KnownCode,
    language: Language,
    page: PageRequest | undefined,
    draw: (answer: TraceAnswer) => Pieces,
  ): Promise<Pieces>
  /** Any other work on the database, when admitted. */
  work<T>(work: () => Promise<T>): Promise<T>
}

/** Readers served at once and waiting, of all clients and of one. A place costs little: most readers share a read. */
const placeLimits = { atOnce: 32, atOnceOfClient: 16, waiting: 200, waitingOfClient: 60, maxWaitMs: 4000 }
/**
 * Concurrent reads: fewer than the connections to the database, so that reports, scans and checks find a free one.
 * Waiting reads already have a place above, and the same patience.
 */
const readLimits = { atOnce: 8, atOnceOfClient: 4, waiting: 32, waitingOfClient: 32, maxWaitMs: 4000 }

/**
 * How long answers that codes share stay cached. Tests need their changes to show at once, so that they set the time
 * themselves.
 */
const cacheMs = 1000

/** Admission of the public page's readers in this process. */
export class PageAdmission {
  readonly #services: Services
  readonly #places: AdmissionGate
  readonly #reads: AdmissionGate
  readonly #traces = new SingleFlight<TraceAnswer>()
  readonly #documents = new SingleFlight<Pieces>()
  readonly #drawing = new FairQueue()
  readonly #cache: RecordsCache

  /**
   * @param maxWaitMs longest wait for a turn
   * @param cacheForMs how long records stay cached, milliseconds
   */
  constructor(
    services: Services,
    maxWaitMs = placeLimits.maxWaitMs,
    cacheForMs = services.settings.mode === 'test' ? 0 : cacheMs,
  ) {
    this.#services = services
    this.#cache = createRecordsCache(cacheForMs)
    this.#places = new AdmissionGate({ ...placeLimits, maxWaitMs })
    this.#reads = new AdmissionGate({ ...readLimits, maxWaitMs })
  }

  /** Readers currently served and waiting. */
  get load(): AdmissionGate['load'] {
    return this.#places.load
  }

  /** Serves a reader once admitted. @throws Busy, Abandoned */
  read<T>(ip: string, signal: AbortSignal, serve: (reader: PageReader) => Promise<T>): Promise<T> {
    const client = isUnlimited(this.#services.settings.mode, ip) ? null : networkOf(ip)
    const trace = (wanted: AbortSignal, opened: KnownCode, language: Language, page?: PageRequest) =>
      this.#traces.ask(keyOf(opened, language, page), wanted, shared =>
        this.#reads.run(client, shared, () =>
          loadTraceAnswer(this.#services, opened, language, { page, signal: shared, cache: this.#cache }),
        ),
      )
    const reader: PageReader = {
      trace: (opened, language, page) => trace(signal, opened, language, page),
      document: (key, opened, language, page, draw) =>
        this.#documents.ask(`${key}\n${keyOf(opened, language, page)}`, signal, async shared => {
          const answer = await trace(shared, opened, language, page)
          return this.#drawing.take(() => {
            assertNotAborted(shared)
            return draw(answer)
          })
        }),
      work: work => this.#reads.run(client, signal, work),
    }
    return this.#places.run(client, signal, () => serve(reader))
  }
}

/** Everything that an answer depends on besides the database. */
function keyOf({ code, entry }: KnownCode, language: Language, page: PageRequest | undefined): string {
  return JSON.stringify([code, entry.status, entry.enterpriseName, entry.enterpriseActive, language, page ?? null])
}

const admissions = new WeakMap<Services, PageAdmission>()

export function pageAdmission(services: Services): PageAdmission {
  const existing = admissions.get(services)
  if (existing) return existing
  const admission = new PageAdmission(services)
  admissions.set(services, admission)
  return admission
}

/** Replaces the admission of these services. @internal for tests that set how long a wait may be */
export function setPageAdmission(services: Services, admission: PageAdmission): void {
  admissions.set(services, admission)
}
