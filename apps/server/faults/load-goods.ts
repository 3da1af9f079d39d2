import { buffer } from 'node:stream/consumers'
import { writeXlsx } from '../src/platform/workbook/xlsx/write.ts'
import type { Answers, Books, Entry, Kind } from './books.ts'
import { type CallOptions, formOf } from './call.ts'
import type { Prepared } from './prepare.ts'
import type { Chance } from './random.ts'

/** What a write of the load needs from it. */
export interface WriteTools {
  books: Books
  prepared: Prepared
  chance: Chance
  /** A mark that no other write of the installation has. */
  mark(prefix: string): string
  /** Sends a write until its outcome is known, or the caller gives up. */
  persist<K extends Kind>(
    entry: Entry<K>,
    path: string,
    options: CallOptions,
    method?: 'POST' | 'PUT',
  ): Promise<{ answer: Answers[K] } | undefined>
  /** A report of codes that were not reported at its stage. */
  report(chance: Chance): Promise<Reported | undefined>
  /** What such a report says; undefined when every code has been reported at the chosen stage. */
  draftReport(chance: Chance): ReportDraft | undefined
}

/** A report that was not sent yet. */
export interface ReportDraft extends Record<string, unknown> {
  reportId: string
  codes: readonly string[]
  values: Record<string, unknown>
}

/** A record that was acknowledged, with what it was made of. */
export interface Reported {
  recordId: number
  body: Record<string, unknown>
}

export type GoodsKind = (typeof goodsKinds)[number]
export const goodsKinds = [
  'correct',
  'void',
  'certify',
  'revoke',
  'pack',
  'unpack',
  'list',
  'assign',
  'takeBack',
  'run',
] as const

/**
 * Writes about goods that exist: packing, custody, certification, corrections, and what depends on them. Each writes its mark
 * where the judge finds it, mostly as the reason.
 */
export class GoodsWrites {
  readonly #tools: WriteTools
  #next = 0

  constructor(tools: WriteTools) {
    this.#tools = tools
  }

  do(kind: GoodsKind): Promise<unknown> {
    switch (kind) {
      case 'correct':
        return this.#correct()
      case 'void':
        return this.#void()
      case 'certify':
        return this.#certify()
      case 'revoke':
        return this.#revoke()
      case 'pack':
        return this.#pack()
      case 'unpack':
        return this.#unpack()
      case 'list':
        return this.#list()
      case 'assign':
        return this.#assign()
      case 'takeBack':
        return this.#takeBack()
      case 'run':
        return this.#run()
    }
  }

  /** Every second code of the goods, so that no two stand side by side and are joined. */
  #place(): number {
    this.#next += 2
    return this.#next % this.#tools.prepared.goods.codes.length
  }

  #codeAt(place: number): string {
    return this.#tools.prepared.goods.codes[place]!
  }

  /** A write of the administrator, repeated under its key. */
  #send<K extends Kind>(entry: Entry<K>, path: string, body: object, method: 'POST' | 'PUT' = 'POST') {
    const { prepared, persist } = this.#tools
    const key = `campaign-${entry.kind}-${entry.mark}`
    return persist(entry, path, { token: prepared.admin.token, key, body }, method)
  }

  async #correct(): Promise<void> {
    const reported = await this.#tools.report(this.#tools.chance)
    if (!reported) return
    const entry = this.#tools.books.enter('correct', this.#tools.mark('correct-'), {})
    const { documentCode, time, values } = reported.body
    const body = { documentCode, time, values, operator: 'Corrector', reason: entry.mark, confirmed: [] }
    await this.#send(entry, `/stage/record/${reported.recordId}/correct`, body, 'PUT')
  }

  async #void(): Promise<void> {
    const reported = await this.#tools.report(this.#tools.chance)
    if (!reported) return
    const entry = this.#tools.books.enter('void', this.#tools.mark('void-'), {})
    await this.#send(entry, `/stage/record/${reported.recordId}/void`, { reason: entry.mark }, 'PUT')
  }

  /** @returns its number, counted from 1, once it was acknowledged */
  async #certify(): Promise<number | undefined> {
    const { books, prepared } = this.#tools
    const number = this.#place() + 1
    if (books.find('certify', String(number))) return undefined
    const entry = books.enter('certify', String(number), {})
    const numbers = [{ requestId: prepared.goods.requestId, from: number, to: number }]
    return (await this.#send(entry, '/certification/authorization/submit', { numbers })) ? number : undefined
  }

  async #revoke(): Promise<void> {
    const { books, prepared, mark } = this.#tools
    const number = await this.#certify()
    if (number === undefined) return
    const entry = books.enter('revoke', mark('revoke-'), {})
    const numbers = [{ requestId: prepared.goods.requestId, from: number, to: number }]
    await this.#send(entry, '/certification/authorization/withdraw', { numbers, reason: entry.mark })
  }

  /** @returns the packed code, once it was acknowledged */
  async #pack(): Promise<string | undefined> {
    const { books, prepared, chance, mark } = this.#tools
    const entry = books.enter('pack', mark('pack-'), {})
    const code = this.#codeAt(this.#place())
    const body = { parentCode: chance.one(prepared.goods.parents), codes: [code], repack: true, ...packer(entry.mark) }
    return (await this.#send(entry, '/code/packing/pack', body)) ? code : undefined
  }

  async #unpack(): Promise<void> {
    const code = await this.#pack()
    if (code === undefined) return
    const entry = this.#tools.books.enter('unpack', this.#tools.mark('unpack-'), {})
    await this.#send(entry, '/code/packing/unpack', { codes: [code], ...packer(entry.mark) })
  }

  async #list(): Promise<void> {
    const { books, prepared, chance, mark, persist } = this.#tools
    const entry = books.enter('list', mark('list-'), {})
    const titles = ['Code', 'Last code of a row', 'Package or container', 'Packed at', 'Operator', 'Reason for moving']
    const time = new Date(Date.now() - 60_000).toISOString().slice(0, 16).replace('T', ' ')
    const row = [this.#codeAt(this.#place()), '', chance.one(prepared.goods.parents), time, entry.mark, entry.mark]
    const columns = titles.map(title => ({ title, width: 20, kind: 'text' as const }))
    const content = await buffer(writeXlsx(columns, [row], { sheetName: 'Codes' }))
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    await persist(entry, '/code/qr/importData', {
      token: prepared.admin.token,
      key: `campaign-${entry.mark}`,
      form: formOf(`campaign-${entry.mark}`, { name: `${entry.mark}.xlsx`, type, content }, { mode: 'commit' }),
    })
  }

  /** @returns the assigned code, once it was acknowledged */
  async #assign(): Promise<string | undefined> {
    const { books, prepared, chance, mark } = this.#tools
    const entry = books.enter('assign', mark('assign-'), {})
    const code = this.#codeAt(this.#place())
    const body = { dealerId: chance.one(prepared.dealers), codes: [code], reassign: true, reason: entry.mark }
    return (await this.#send(entry, '/channel/assignment/assign', body)) ? code : undefined
  }

  async #takeBack(): Promise<void> {
    const code = await this.#assign()
    if (code === undefined) return
    const entry = this.#tools.books.enter('takeBack', this.#tools.mark('back-'), {})
    await this.#send(entry, '/channel/assignment/withdraw', { codes: [code], reason: entry.mark })
  }

  async #run(): Promise<void> {
    const { books, prepared, chance, mark, persist } = this.#tools
    const entry = books.enter('run', mark('run-'), {})
    const body = { id: chance.one(prepared.schedules) }
    const key = `campaign-${entry.mark}`
    await persist(entry, '/monitor/job/run', { token: prepared.root.token, key, body }, 'PUT')
  }
}

const packer = (reason: string) => ({ operator: 'Packer', time: new Date().toISOString(), reason })
