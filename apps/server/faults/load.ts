import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { codeCount } from '@timbermark/contract'
import { qrPng } from '../src/areas/code/labels/qr-png.ts'
import { writeXlsx } from '../src/platform/workbook/xlsx/write.ts'
import type { Answers, aimedKinds, Books, Entry, Kind } from './books.ts'
import { call, type CallOptions, formOf, type Outcome } from './call.ts'
import { GoodsWrites, type Reported, type ReportDraft, type WriteTools } from './load-goods.ts'
import { PaperWrites } from './load-papers.ts'
import { type Prepared, requestBody } from './prepare.ts'
import { Chance } from './random.ts'
import { pause } from './wait.ts'

export interface LoadOptions {
  books: Books
  prepared: Prepared
  /** Addresses for callers; read before every call. */
  addresses: () => readonly string[]
  seed: number
  /** Target of all callers together, calls per second. */
  rate: number
  /** Number of simultaneous callers. */
  callers?: number
  /** Marks of a second load on the same installation must differ. */
  name?: string
}

/** Outcomes of all calls. */
export interface Tally {
  calls: number
  done: number
  replayed: number
  unavailable: number
  cut: number
  silent: number
  /** Longest wait for any answer, in milliseconds. */
  longestMs: number
  /** Answers that no caller can act on, and refusals without a reason, by message. */
  odd: Map<string, number>
}

const emptyTally = (): Tally => ({
  calls: 0,
  done: 0,
  replayed: 0,
  unavailable: 0,
  cut: 0,
  silent: 0,
  longestMs: 0,
  odd: new Map(),
})

/**
 * Callers that send no Idempotency-Key, and so cannot repeat a write. With a key the answer waits for the commit by itself,
 * because it is stored beside the key: a route that answers too early is seen only without one.
 */
const bareShare = 0.3
/** A caller who does not know whether a write was done sends it again, most of the time. */
const retryShare = 0.85
/** Refusals that only require waiting. */
const patience = new Set(['tooFast', 'tooMany', 'auth.wait', 'unavailable', 'monitor.job.running'])

const weights = {
  scan: 36,
  check: 12,
  report: 15,
  add: 6,
  edit: 7,
  upload: 5,
  read: 4,
  signIn: 1,
  import: 0.6,
  piece: 0.6,
  photo: 0.6,
  mail: 0.2,
  correct: 2,
  void: 1.5,
  certify: 2,
  revoke: 1.5,
  pack: 2,
  unpack: 2,
  list: 1,
  assign: 2,
  takeBack: 2,
  run: 0.3,
}
/** How often callers of one person choose each action; code requests and their submission have a caller of their own. */
type Choice = keyof typeof weights
/** A kind of write that can be aimed at. */
export type Aimed = (typeof aimedKinds)[number]

/**
 * Users at work: every kind of write, mixed, recorded before it is sent. A write whose answer was lost is sent again as
 * the same write, as a browser or a phone would do, or given up as a person would do.
 */
export class Load {
  readonly #options: LoadOptions
  readonly #chance: Chance
  #tally = emptyTally()
  #running: Promise<void>[] = []
  #stopping = false
  /** Time after which nobody tries again. */
  #patienceEnds = Number.POSITIVE_INFINITY
  #numbers = 0
  /** Next code that was not reported, by stage. */
  readonly #nextCode: number[]
  readonly #leaving = new Set<AbortController>()
  /** Writes that were sent and not answered, by kind. */
  readonly #flying = new Map<Kind, number>()
  readonly #goods: GoodsWrites
  readonly #papers: PaperWrites
  #answered: ((kind: Kind) => void) | undefined

  constructor(options: LoadOptions) {
    this.#options = options
    const tools: WriteTools = {
      books: options.books,
      prepared: options.prepared,
      chance: new Chance(options.seed ^ 0x5eed),
      mark: prefix => this.#mark(prefix),
      persist: (entry, path, sent, method) => this.#persist(entry, path, sent, method),
      report: chance => this.#report(chance),
      draftReport: chance => this.#draftReport(chance),
    }
    this.#goods = new GoodsWrites(tools)
    this.#papers = new PaperWrites(tools)
    this.#chance = new Chance(options.seed)
    this.#nextCode = options.prepared.templates.map(() => 0)
  }

  start(): void {
    if (this.#running.length > 0) throw new Error('the load is running')
    this.#stopping = false
    this.#patienceEnds = Number.POSITIVE_INFINITY
    const callers = this.#options.callers ?? 16
    const everyMs = (1000 * callers) / this.#options.rate
    this.#running = Array.from({ length: callers }, () => this.#caller(everyMs))
    this.#running.push(this.#printer())
  }

  /** Begins nothing new; unanswered writes are tried for a while longer. */
  async stop(patienceMs = 20_000): Promise<void> {
    this.#stopping = true
    this.#patienceEnds = performance.now() + patienceMs
    await Promise.all(this.#running)
    this.#running = []
  }

  /** Writes of a kind that are sent and not answered. */
  inFlight(kind: Kind): number {
    return this.#flying.get(kind) ?? 0
  }

  /** All of them, by kind. */
  get flights(): Partial<Record<Kind, number>> {
    return Object.fromEntries([...this.#flying].filter(([, count]) => count > 0))
  }

  /**
   * Callers who do nothing but writes of some kinds, one after the other without a pause, until the returned function is
   * called: whatever strikes meanwhile strikes them before, at and after their commit.
   */
  volley(kinds: readonly Aimed[], callersOfEach: number): () => void {
    let stopped = false
    const rows = Array.from(
      { length: kinds.length * callersOfEach },
      (): { id: number; name: string; place: number }[] => [],
    )
    const one = async (kind: Aimed, place: number) => {
      const mine = rows[place]!
      const chance = new Chance(this.#chance.below(2 ** 32))
      while (!stopped && !this.#stopping) {
        const began = performance.now()
        await this.#aimed(kind, chance, mine)
        // What could not be sent (no code is left, the task runs) is not tried in a circle.
        if (performance.now() - began < 2) await pause(20)
      }
    }
    for (const [place, kind] of kinds.entries())
      for (let caller = 0; caller < callersOfEach; caller++)
        this.#running.push(one(kind, place * callersOfEach + caller))
    return () => {
      stopped = true
    }
  }

  async #aimed(kind: Aimed, chance: Chance, rows: { id: number; name: string; place: number }[]): Promise<void> {
    if (kind === 'request') return void (await this.#request(codeCount.min))
    if (kind === 'submit') {
      const id = await this.#request(codeCount.min)
      return id === undefined ? undefined : this.#submit(id, () => true)
    }
    await this.#one(kind, chance, rows)
  }

  /**
   * Callers who wait for an answer leave, those that `chosen` selects.
   * @returns how many
   */
  leave(chosen: () => boolean): number {
    let left = 0
    for (const caller of this.#leaving) {
      if (!chosen()) continue
      caller.abort()
      left++
    }
    return left
  }

  /** Outcomes since the last call. */
  takeTally(): Tally {
    const tally = this.#tally
    this.#tally = emptyTally()
    return tally
  }

  /**
   * One scan of a code that only probes use, acknowledged or not.
   * @returns whether it was acknowledged
   */
  async probe(address: string, patienceMs = 3000): Promise<boolean> {
    const code = this.#options.prepared.codes.at(-1)!.code
    const entry = this.#options.books.enter('scan', this.#chance.uuid(), { code })
    const outcome = await call<Answers['scan']>(address, 'POST', '/trace/scan', {
      body: { code, device: entry.mark, visit: entry.mark },
      patienceMs,
    })
    if (outcome.how === 'done') this.#options.books.acknowledge(entry, outcome.data)
    return outcome.how === 'done'
  }

  /** Signs in again as everybody, after their sessions have ended. */
  async signAgain(address: string): Promise<void> {
    const { admin, field, root } = this.#options.prepared
    // A leap of the clock ends statements that wait, so that the first calls after it may be told to try again.
    const signIn = async (username: string, password: string): Promise<string> => {
      for (const end = performance.now() + 60_000; ; ) {
        const outcome = await call<{ token: string }>(address, 'POST', '/login', { body: { username, password } })
        if (outcome.how === 'done') return outcome.data.token
        if (outcome.how === 'refused' || performance.now() > end)
          throw new Error(`${username} cannot sign in: ${JSON.stringify(outcome)}`)
        await pause('waitMs' in outcome ? outcome.waitMs : 300)
      }
    }
    admin.token = await signIn(admin.userName, admin.password)
    field.token = await signIn(field.userName, field.password)
    root.token = await signIn('admin', root.password)
  }

  /**
   * Calls back once, in the very moment in which an answer of one of the kinds arrives while others of it are unanswered:
   * what strikes then strikes a commit that comes after its answer.
   * @returns settles then; false when no such answer comes in time
   */
  atAnswer(kinds: readonly Aimed[], callback: () => void, patienceMs: number): Promise<boolean> {
    return new Promise(resolve => {
      const end = (found: boolean) => {
        this.#answered = undefined
        clearTimeout(timer)
        resolve(found)
      }
      const timer = setTimeout(() => end(false), patienceMs)
      this.#answered = kind => {
        if (!kinds.some(each => each === kind) || this.inFlight(kind) === 0) return
        callback()
        end(true)
      }
    })
  }

  get #address(): string {
    return this.#chance.one(this.#options.addresses())
  }

  #mark(prefix: string): string {
    return `${this.#options.name ?? ''}${prefix}${(++this.#numbers).toString(36)}`
  }

  async #caller(everyMs: number): Promise<void> {
    const chance = new Chance(this.#chance.below(2 ** 32))
    const rows: { id: number; name: string; place: number }[] = []
    await pause(chance.next() * everyMs)
    while (!this.#stopping) {
      const began = performance.now()
      await this.#one(choose(chance), chance, rows)
      await pause(Math.max(0, began + everyMs * chance.between(0.6, 1.4) - performance.now()))
    }
  }

  async #one(choice: Choice, chance: Chance, rows: { id: number; name: string; place: number }[]): Promise<void> {
    switch (choice) {
      case 'scan':
        return this.#scan(chance)
      case 'check':
        return this.#check(chance)
      case 'report':
        return void (await this.#report(chance))
      case 'add':
        return this.#add(rows)
      case 'edit':
        return this.#edit(chance, rows)
      case 'upload':
        return this.#upload(chance)
      case 'import':
        return this.#import(chance)
      case 'signIn':
        return this.#signIn()
      case 'read':
        return this.#read(chance)
      case 'piece':
      case 'photo':
      case 'mail':
        return this.#papers[choice]()
      default:
        return void (await this.#goods.do(choice))
    }
  }

  /**
   * Sends a write until its outcome is known, or the caller gives up.
   * @returns the answer once it was acknowledged
   */
  async #persist<K extends Kind>(
    entry: Entry<K>,
    path: string,
    options: CallOptions,
    method: 'POST' | 'PUT' = 'POST',
  ): Promise<{ answer: Answers[K] } | undefined> {
    const { key: _key, ...bare } = options
    const isBare = options.key !== undefined && this.#chance.next() < bareShare
    const sent: CallOptions = isBare ? bare : options
    const gives = isBare || this.#chance.next() >= retryShare
    for (let unheard = 0; ; ) {
      const outcome = await this.#flies(entry.kind, () => this.#call<Answers[K]>(method, path, sent))
      if (outcome.how === 'done') {
        const data = outcome.data ?? (undefined as Answers[K])
        this.#options.books.acknowledge(entry, data)
        if (sent.key === undefined) this.#answered?.(entry.kind)
        return { answer: data }
      }
      if (outcome.how === 'refused' && !patience.has(outcome.error)) {
        this.#odd(`${entry.kind}${unheard > 0 ? ' again' : ''}: refused ${outcome.error} (${outcome.message})`)
        return undefined
      }
      if (outcome.how === 'fault') this.#odd(`${entry.kind}: ${outcome.status} ${outcome.message.slice(0, 80)}`)
      unheard++
      if ((gives && unheard > 0) || performance.now() > this.#patienceEnds) return undefined
      await pause('waitMs' in outcome ? outcome.waitMs : 300)
    }
  }

  async #flies<T>(kind: Kind, work: () => Promise<T>): Promise<T> {
    this.#flying.set(kind, this.inFlight(kind) + 1)
    try {
      return await work()
    } finally {
      this.#flying.set(kind, this.inFlight(kind) - 1)
    }
  }

  async #call<T>(method: 'GET' | 'POST' | 'PUT', path: string, options: CallOptions): Promise<Outcome<T>> {
    const leaving = new AbortController()
    this.#leaving.add(leaving)
    const outcome = await call<T>(this.#address, method, path, { ...options, signal: leaving.signal })
    this.#leaving.delete(leaving)
    const tally = this.#tally
    tally.calls++
    tally.longestMs = Math.max(tally.longestMs, outcome.ms)
    if (outcome.how === 'done') {
      tally.done++
      if (outcome.replayed) tally.replayed++
    }
    if (outcome.how === 'unavailable' || outcome.how === 'cut' || outcome.how === 'silent') tally[outcome.how]++
    return outcome
  }

  #odd(answer: string): void {
    this.#tally.odd.set(answer, (this.#tally.odd.get(answer) ?? 0) + 1)
  }

  async #scan(chance: Chance): Promise<void> {
    const { code } = this.#aCode(chance)
    const entry = this.#options.books.enter('scan', chance.uuid(), { code })
    await this.#persist(entry, '/trace/scan', { body: { code, device: entry.mark, visit: entry.mark } })
  }

  async #check(chance: Chance): Promise<void> {
    const { code, security } = this.#aCode(chance)
    // The log of checks stores nothing of the caller's but the position, so that identifies the check.
    const mark = placeMark(++this.#numbers)
    const entry = this.#options.books.enter('check', mark, { code })
    const done = await this.#persist(entry, '/trace/check', {
      body: { code, securityCode: security, longitude: Number(mark), latitude: 0.39, visit: chance.uuid() },
    })
    if (done && done.answer.outcome !== 'genuine') this.#odd('check: a right code was called not genuine')
  }

  async #report(chance: Chance): Promise<Reported | undefined> {
    const { books, prepared } = this.#options
    const body = this.#draftReport(chance)
    if (!body) return undefined
    const entry = books.enter('report', body.reportId, { codes: body.codes })
    const done = await this.#persist(entry, '/stage/report', { token: prepared.field.token, body })
    return done && { recordId: done.answer.recordId, body }
  }

  #draftReport(chance: Chance): ReportDraft | undefined {
    const { prepared } = this.#options
    const which = chance.below(prepared.templates.length)
    const { stage, templateId, values } = prepared.templates[which]!
    const count = 1 + chance.below(3)
    const first = this.#nextCode[which]!
    const codes = prepared.codes.slice(first, first + count).map(item => item.code)
    // Every code has been reported at this stage.
    if (codes.length < count) return undefined
    this.#nextCode[which] = first + count
    return {
      reportId: chance.uuid(),
      stage,
      templateId,
      circulationId: prepared.circulationId,
      documentCode: prepared.documentCode,
      operator: 'Campaign operator',
      time: new Date().toISOString(),
      codes,
      values,
      longitude: 9.45,
      latitude: 0.39,
    }
  }

  async #add(rows: { id: number; name: string; place: number }[]): Promise<void> {
    const { books, prepared } = this.#options
    const entry = books.enter('add', this.#mark('Listing '), {})
    const done = await this.#persist(entry, '/trade/listing', {
      token: prepared.admin.token,
      key: `campaign-${entry.mark}`.replaceAll(' ', '-'),
      body: listingBody(entry.mark, prepared.pictureId),
    })
    if (done?.answer) rows.push({ id: done.answer.id, name: entry.mark, place: 0 })
    if (rows.length > 20) rows.shift()
    if (done?.answer) await this.#readOwn(done.answer.id, remarkOf(0))
  }

  /** Whoever wrote finds what was written at once, wherever it is read. */
  async #readOwn(id: number, remark: string): Promise<void> {
    const { token } = this.#options.prepared.admin
    const outcome = await this.#call<{ remark: string }>('GET', `/trade/listing/${id}`, { token })
    if (outcome.how === 'refused') this.#odd(`own listing: refused ${outcome.error}`)
    if (outcome.how === 'done' && outcome.data.remark !== remark)
      this.#odd(`own listing: an earlier state was read after the change was acknowledged`)
  }

  async #edit(chance: Chance, rows: { id: number; name: string; place: number }[]): Promise<void> {
    const { books, prepared } = this.#options
    if (rows.length === 0) return this.#add(rows)
    const row = chance.one(rows)
    const place = ++row.place
    const entry = books.enter('edit', `${row.name}/${place}`, { row: row.name, place })
    const done = await this.#persist(
      entry,
      '/trade/listing',
      {
        token: prepared.admin.token,
        key: `campaign-${entry.mark}`.replaceAll(' ', '-'),
        body: { id: row.id, remark: remarkOf(place) },
      },
      'PUT',
    )
    // A change that may still arrive must not be taken for the loss of a later one.
    if (!done) rows.splice(rows.indexOf(row), 1)
    else await this.#readOwn(row.id, remarkOf(place))
  }

  async #upload(chance: Chance): Promise<void> {
    const { books, prepared } = this.#options
    const mark = this.#mark('file-')
    const picture = chance.next() < 0.2
    const content = picture
      ? qrPng(mark.toUpperCase(), 64)
      : Buffer.from(`${mark} ${chance.bytes(200 + chance.below(6000)).toString('hex')}`)
    const name = `${mark}.${picture ? 'png' : 'txt'}`
    const entry = books.enter('upload', name, { sha256: createHash('sha256').update(content).digest('hex') })
    await this.#persist(entry, '/common/upload', {
      token: prepared.admin.token,
      key: `campaign-${mark}`,
      form: formOf(`campaign-${mark}`, { name, type: picture ? 'image/png' : 'text/plain', content }),
    })
  }

  async #import(chance: Chance): Promise<void> {
    const { books, prepared } = this.#options
    const mark = this.#mark('imp-')
    const users = [0, 1, 2].map(place => `${mark}-${place}`)
    const content = await workbook(users, prepared.deptName, chance)
    const entry = books.enter('import', mark, { users })
    const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
    await this.#persist(entry, '/system/user/importData', {
      token: prepared.admin.token,
      key: `campaign-${mark}`,
      form: formOf(`campaign-${mark}`, { name: `${mark}.xlsx`, type, content }, { mode: 'commit' }),
    })
  }

  async #signIn(): Promise<void> {
    const { books, prepared } = this.#options
    const entry = books.enter('signIn', this.#mark('sign-in-'), {})
    const { userName: username, password } = prepared.admin
    await this.#persist(entry, '/login', { body: { username, password } })
  }

  async #read(chance: Chance): Promise<void> {
    const { token } = this.#options.prepared.admin
    const path = chance.one(['/trade/listing/list?limit=20', '/stage/record/list?limit=20', '/getInfo'])
    const outcome = await this.#call('GET', path, { token })
    if (outcome.how === 'refused') this.#odd(`GET ${path.split('?')[0]}: refused ${outcome.error}`)
    if (outcome.how === 'fault') this.#odd(`GET ${path.split('?')[0]}: ${outcome.status}`)
  }

  /** One user who requests codes, one request after the other: an enterprise has one in progress at a time. */
  async #printer(): Promise<void> {
    while (!this.#stopping) {
      const requestId = await this.#request(codeCount.min)
      if (requestId !== undefined) await this.#submit(requestId, () => this.#stopping)
      await pause(this.#chance.between(300, 1200))
    }
  }

  /** @returns the id of a new request, when it is known */
  async #request(count: number): Promise<number | undefined> {
    const { books, prepared } = this.#options
    const entry = books.enter('request', this.#mark('codes-'), { count })
    const persisted = await this.#persist(entry, '/code/request', {
      token: prepared.admin.token,
      key: `campaign-${entry.mark}`,
      body: requestBody(prepared.batchId, entry.mark, count),
    })
    return persisted?.answer?.id
  }

  /**
   * A request that takes seconds to make, submitted as soon as the current one is made.
   * @returns its id
   */
  async longRequest(count = 20_000_000): Promise<number> {
    const id = await this.#request(count)
    if (id === undefined) throw new Error('the long request was not acknowledged')
    await this.#submit(id, () => true)
    return id
  }

  /** Status of a request, with the reason when it failed; undefined when there is no answer. */
  async requestStatus(id: number): Promise<string | undefined> {
    const { token } = this.#options.prepared.admin
    const row = await this.#call<{ status: string; failure: string | null }>('GET', `/code/request/${id}`, { token })
    if (row.how !== 'done') return undefined
    const { status, failure } = row.data
    return failure ? `${status} (${failure})` : status
  }

  /** Submits, and waits until the codes are made or the caller gives up; the judge finds what is left. */
  async #submit(id: number, goes: () => boolean): Promise<void> {
    const { token } = this.#options.prepared.admin
    const entry = this.#options.books.enter('submit', String(id), {})
    for (let sent = false; performance.now() < this.#patienceEnds; await pause(200)) {
      if (sent) {
        const status = await this.requestStatus(id)
        if (goes() || (status !== undefined && status !== 'inProgress' && status !== 'processing')) return
        continue
      }
      const outcome = await this.#flies('submit', () =>
        this.#call('PUT', `/code/request/${id}/submit`, { token, key: `campaign-submit-${id}` }),
      )
      if (outcome.how === 'done') {
        this.#options.books.acknowledge(entry, undefined)
        this.#answered?.('submit')
      }
      if (outcome.how === 'fault') this.#odd(`submit: ${outcome.status} ${outcome.message.slice(0, 80)}`)
      // Refused for its state: it was submitted, and the answer was lost.
      sent = outcome.how === 'done' || (outcome.how === 'refused' && !patience.has(outcome.error))
      if (sent && goes()) return
    }
  }

  /** Few codes, so that several callers use the same one; the last is for probes. */
  #aCode(chance: Chance): { code: string; security: string } {
    const { codes } = this.#options.prepared
    return codes[codes.length - 2 - chance.below(400)]!
  }
}

function choose(chance: Chance): Choice {
  const entries = Object.entries(weights) as [Choice, number][]
  let at = chance.next() * entries.reduce((sum, [, weight]) => sum + weight, 0)
  for (const [choice, weight] of entries) {
    at -= weight
    if (at < 0) return choice
  }
  return 'scan'
}

export const remarkOf = (place: number) => `change ${place}`

/** A unique longitude: degrees with six decimal places, as they are stored. */
export const placeMark = (number: number) => (9 + number / 1_000_000).toFixed(6)

const listingBody = (name: string, picture: string) => ({
  kind: 'supply',
  goodsName: name,
  quantity: 10,
  unit: 'cubicMeter',
  expectedPrice: '1200.50',
  publisher: 'Campaign',
  contactPhone: '+24106100002',
  remark: remarkOf(0),
  picture: [picture],
})

function workbook(users: readonly string[], dept: string, chance: Chance): Promise<Buffer> {
  const columns = ['Login account *', 'Nickname *', 'Department *', 'Phone *', 'Email *']
  const rows = users.map(user => [
    user,
    user,
    dept,
    `+2410${String(10_000_000 + chance.below(89_999_999))}`,
    `${user}@example.org`,
  ])
  return buffer(
    writeXlsx(
      columns.map(title => ({ title, width: 20, kind: 'text' as const })),
      rows,
      { sheetName: 'Users' },
    ),
  )
}
