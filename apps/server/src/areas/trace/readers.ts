import type { Language } from '@timbermark/contract'
import type { TraceAnswer } from '@timbermark/contract/trace'
import type { FastifyReply } from 'fastify'
import type { Services } from '../../platform/services.ts'
import { traceOf } from './answer.ts'
import { isLoopback } from './client-limits.ts'
import { Gate } from './gate.ts'
import { networkOf } from './guess-limits.ts'
import type { PageAsk } from './load.ts'
import type { KnownCode } from './open-code.ts'
import { Together } from './together.ts'

/** Reads what anyone sees of a code, once for all who ask for the same at the same time. */
export type TraceOne = (opened: KnownCode, language: Language, page?: PageAsk) => Promise<TraceAnswer>

/**
 * The readers of this process. Fewer at once than there are connections to the database, so that those who report, scan
 * and check find one; drawing is work of the processor, of which more at once is not more a second.
 */
export class Readers {
  readonly #services: Services
  readonly gate = new Gate({ atOnce: 8, atOnceOfClient: 4, waiting: 200, waitingOfClient: 60, patienceMs: 4000 })
  readonly #traces = new Together<TraceAnswer>()

  constructor(services: Services) {
    this.#services = services
  }

  /** Runs `work` when its turn comes. @throws Busy, Abandoned */
  read<T>(ip: string, signal: AbortSignal, work: (trace: TraceOne) => Promise<T>): Promise<T> {
    const trace: TraceOne = (opened, language, page) => {
      const key = JSON.stringify([opened.code, opened.entry.status, language, page ?? null])
      return this.#traces.ask(key, signal, shared =>
        traceOf(this.#services, opened, language, { page, signal: shared }),
      )
    }
    // Behind a proxy that was not declared everybody comes from loopback: then there are no shares.
    return this.gate.run(isLoopback(ip) ? null : networkOf(ip), signal, () => work(trace))
  }
}

const all = new WeakMap<Services, Readers>()

export function readers(services: Services): Readers {
  const known = all.get(services)
  if (known) return known
  const made = new Readers(services)
  all.set(services, made)
  return made
}

/** Aborts when the connection ends before the answer has been sent. */
export function goneOf(reply: FastifyReply): AbortSignal {
  const gone = new AbortController()
  reply.raw.on('close', () => {
    if (!reply.raw.writableEnded) gone.abort()
  })
  return gone.signal
}
