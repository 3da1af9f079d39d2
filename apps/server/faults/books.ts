/**
 * What callers were answered. Every write is recorded before it is sent; an acknowledged one must always be found
 * exactly once, an unacknowledged one at most once.
 */

/** What distinguishes a write of each kind from all others. */
export interface Facts {
  report: { codes: readonly string[] }
  scan: { code: string }
  check: { code: string }
  add: Record<never, never>
  /** The row by its name, and the number of the change among the row's changes. */
  edit: { row: string; place: number }
  upload: { sha256: string }
  import: { users: readonly string[] }
  request: { count: number }
  /** The mark is the request's id. */
  submit: Record<never, never>
  /** Uploaded piece by piece. */
  piece: { sha256: string }
  /** A report with a photo that was uploaded piece by piece. */
  photo: { codes: readonly string[]; sha256: string }
  /** One run of a task that fails, which is told by mail; the mark is the name of its schedule. */
  mail: Record<never, never>
  correct: Record<never, never>
  void: Record<never, never>
  /** Codes handed in for certification; the mark is the code's number within its request. */
  certify: Record<never, never>
  revoke: Record<never, never>
  pack: Record<never, never>
  unpack: Record<never, never>
  /** A packing list. */
  list: Record<never, never>
  assign: Record<never, never>
  takeBack: Record<never, never>
  /** One run of a scheduled task. */
  run: Record<never, never>
  signIn: Record<never, never>
}

/** What the interface answered to a write of each kind. */
export interface Answers {
  report: { recordId: number }
  scan: { scans: number; first: boolean }
  check: { outcome: string }
  /** Undefined when only the fact that it was done is known. */
  add: { id: number } | undefined
  edit: unknown
  upload: { id: string; url: string } | undefined
  import: unknown
  request: { id: number } | undefined
  submit: unknown
  piece: { file: { id: string } | null } | undefined
  photo: { recordId: number } | { file: { id: string } | null } | undefined
  mail: { id: number } | undefined
  correct: { recordId: number } | undefined
  void: unknown
  certify: unknown
  revoke: unknown
  pack: unknown
  unpack: unknown
  list: unknown
  assign: unknown
  takeBack: unknown
  run: { id: number } | undefined
  signIn: { token: string }
}

export type Kind = keyof Facts

export interface Entry<K extends Kind = Kind> {
  kind: K
  /** Unique in the installation; stored with the write. */
  mark: string
  facts: Facts[K]
  acknowledged: boolean
  answer?: Answers[K]
  /** The loss has been reported; once is enough. */
  told?: boolean
  /** When it was acknowledged, in milliseconds of `performance.now()`. */
  at?: number
}

/** The kinds of write that a kill is aimed at, one after the other. */
export const aimedKinds = [
  'report',
  'pack',
  'certify',
  'assign',
  'add',
  'upload',
  'correct',
  'scan',
  'unpack',
  'edit',
  'piece',
  'photo',
  'check',
  'list',
  'revoke',
  'takeBack',
  'void',
  'import',
  'request',
  'submit',
  'run',
  'mail',
] as const
const kinds = [...aimedKinds, 'signIn'] as const
export type Counts = Record<Kind, number>

export const noCounts = (): Counts => Object.fromEntries(kinds.map(kind => [kind, 0])) as Counts

export class Books {
  readonly #entries = Object.fromEntries(kinds.map(kind => [kind, new Map()])) as {
    [K in Kind]: Map<string, Entry<K>>
  }
  #counted = noCounts()

  /** Records a write that is about to be sent. */
  enter<K extends Kind>(kind: K, mark: string, facts: Facts[K]): Entry<K> {
    const entry: Entry<K> = { kind, mark, facts, acknowledged: false }
    const map: Map<string, Entry<K>> = this.#entries[kind]
    if (map.has(mark)) throw new Error(`${kind} ${mark} was entered before`)
    map.set(mark, entry)
    return entry
  }

  acknowledge<K extends Kind>(entry: Entry<K>, answer: Answers[K]): void {
    entry.acknowledged = true
    entry.answer = answer
    entry.at = performance.now()
    this.#counted[entry.kind]++
  }

  all<K extends Kind>(kind: K): readonly Entry<K>[] {
    return [...this.#entries[kind].values()]
  }

  find<K extends Kind>(kind: K, mark: string): Entry<K> | undefined {
    return this.#entries[kind].get(mark)
  }

  acknowledged<K extends Kind>(kind: K): readonly Entry<K>[] {
    return this.all(kind).filter(entry => entry.acknowledged)
  }

  /** Acknowledged so far, by kind. */
  count(kind: Kind): number {
    let count = 0
    for (const entry of this.#entries[kind].values()) if (entry.acknowledged) count++
    return count
  }

  /** Acknowledged since the last call, by kind. */
  takeCounts(): Counts {
    const counted = this.#counted
    this.#counted = noCounts()
    return counted
  }
}
