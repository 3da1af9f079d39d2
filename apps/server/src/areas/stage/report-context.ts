import type { Language, Stage } from '@timbermark/contract'
import type { Report } from '@timbermark/contract/stage-calls'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'

/** The content of a report or of a correction. A correction keeps the circulation of its batch. */
export type ReportContent = Omit<Report, 'circulationId'>

/** Reads whose answers are the same for several reports of one transaction. */
export class SharedReads {
  readonly #answers = new Map<string, Promise<unknown>>()

  /** @returns what the first call with this key answered; its refusal too */
  once<Answer>(key: readonly unknown[], load: () => Promise<Answer>): Promise<Answer> {
    const text = JSON.stringify(key)
    const answer = (this.#answers.get(text) as Promise<Answer> | undefined) ?? load()
    this.#answers.set(text, answer)
    return answer
  }
}

/** Reads for one report, or once for all that share their reads. */
export const readOnce = <Answer>(
  { reads }: Pick<ReportContext, 'reads'>,
  key: readonly unknown[],
  load: () => Promise<Answer>,
): Promise<Answer> => (reads ? reads.once(key, load) : load())

/** The input of every check of a report. */
export interface ReportContext<Body extends ReportContent = ReportContent> {
  services: Services
  db: Db
  actor: Actor
  stage: Stage
  body: Body
  language: Language
  /** When the server received the report, by its own clock. */
  recordedAt: Date
  /** Id of the record that this report corrects. */
  corrects?: number
  /** Set when several reports of one reporter are checked together. */
  reads?: SharedReads
}
