import { createHash } from 'node:crypto'
import { limits } from '@timbermark/contract'
import type { Entry } from './books.ts'
import { formOf } from './call.ts'
import type { WriteTools } from './load-goods.ts'
import { noisePng } from './noise-png.ts'

/** Mails are ordered by schedules, of which an installation takes two hundred. */
const mostMails = 150
/** A picture of noise with this side is larger than one piece. */
const photoPixels = 320

/**
 * Writes that take several calls: files piece by piece, reports with a photo that was sent so, and tasks whose failure
 * is told by mail. The entry counts as acknowledged with the last call only.
 */
export class PaperWrites {
  readonly #tools: WriteTools

  constructor(tools: WriteTools) {
    this.#tools = tools
  }

  async piece(): Promise<void> {
    const { books, prepared, chance, mark } = this.#tools
    const name = `${mark('piece-')}.txt`
    const content = Buffer.from(`${name} ${chance.bytes(limits.uploadPiece * 0.7).toString('hex')}`)
    const entry = books.enter('piece', name, { sha256: sha256Of(content) })
    await this.#inPieces(entry, name, content, prepared.admin.token)
  }

  async photo(): Promise<void> {
    const { books, prepared, chance, mark, persist, draftReport } = this.#tools
    const report = draftReport(chance)
    if (!report) return
    const content = noisePng(photoPixels, chance)
    const entry = books.enter('photo', report.reportId, { codes: report.codes, sha256: sha256Of(content) })
    const file = await this.#inPieces(entry, `${mark('photo-')}.png`, content, prepared.field.token)
    entry.acknowledged = false
    if (file === undefined) return
    const body = { ...report, values: { ...report.values, photos: [file] } }
    await persist(entry, '/stage/report', { token: prepared.field.token, body })
  }

  async mail(): Promise<void> {
    const { books, prepared, mark, persist } = this.#tools
    if (books.all('mail').length >= mostMails) return
    const entry = books.enter('mail', mark('mail-'), {})
    const { token } = prepared.root
    // It fails, because no folder for backups is set; a failure after a success is told.
    const schedule = {
      jobName: entry.mark,
      jobGroup: 'DEFAULT',
      task: 'backup',
      taskArgs: '{"days":1,"weeks":0,"months":0}',
      cronExpression: '0 0 1 1 *',
      timeZone: 'UTC',
      timeoutMinutes: 5,
      status: '1',
    }
    const added = await persist(entry, '/monitor/job', { token, key: `campaign-${entry.mark}`, body: schedule })
    entry.acknowledged = false
    const id = added?.answer?.id
    if (id === undefined) return
    await persist(entry, '/monitor/job/run', { token, key: `campaign-run-${entry.mark}`, body: { id } }, 'PUT')
  }

  /** @returns the id of the file, once its last piece was acknowledged */
  async #inPieces(
    entry: Entry<'piece' | 'photo'>,
    name: string,
    content: Buffer,
    token: string,
  ): Promise<string | undefined> {
    for (let offset = 0; offset < content.length; offset += limits.uploadPiece) {
      const piece = content.subarray(offset, offset + limits.uploadPiece)
      const path = `/common/upload/piece?sha256=${entry.facts.sha256}&bytes=${content.length}&offset=${offset}&fileName=${name}`
      const form = formOf(`campaign-${name}-${offset}`, {
        name: 'blob',
        type: 'application/octet-stream',
        content: piece,
      })
      // Only the last piece makes the file.
      const isLast = offset + piece.length === content.length
      const sent = await this.#tools.persist(entry, path, { token, form })
      if (!sent) return undefined
      if (isLast) return (sent.answer as { file: { id: string } | null } | undefined)?.file?.id
      entry.acknowledged = false
    }
    return undefined
  }
}

const sha256Of = (content: Buffer) => createHash('sha256').update(content).digest('hex')
