import type { Language, Stage } from '@timbermark/contract'
import type { Report } from '@timbermark/contract/stage-calls'
import type { Actor } from '../../platform/actor.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Services } from '../../platform/services.ts'

/** The content of a report or of a correction. A correction keeps the circulation of its batch. */
export type ReportContent = Omit<Report, 'circulationId'>

/** Another row of the same table report, already checked but not written yet. */
export interface SiblingRow {
  batch: { id: number }
  values: Record<string, unknown>
}

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
  /** Rows of the same table report that are checked but not written yet. Each check adds its own row. */
  siblingRows?: SiblingRow[]
}
