import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { encodeBundle, encodeCheckpoint, rangeRoot, TILE_WIDTH, tilePath } from '../src/index.ts'
import { type FollowResult, followLog, type KnownLog, LogHistory, SubjectIndex } from '../src/monitor.ts'
import { generateSigner, hashPairs, sha256, signNote } from '../src/node.ts'
import { encodeEntry, encodeIndexLine, encodeIndexStatement, encodeTimeLine, parseEntry } from '../src/sealed.ts'
import { entriesOver, indexOf, newestOf, subjectOf, MonitoredLog } from './monitored-log.ts'

const hashing = { hash: sha256, pairs: hashPairs }
const bytes = (text: string): Uint8Array => new Uint8Array(Buffer.from(text))

/** Follows a log, for the first time or after an earlier result. */
async function followOnce(log: MonitoredLog, before?: FollowResult | null, keys = [log.key]): Promise<FollowResult> {
  const known: KnownLog = {
    keys,
    head: before?.head?.note ?? null,
    history: before ? LogHistory.decode(before.history.encode(), hashing) : new LogHistory(hashing),
  }
  return followLog({ files: log.source(), known, hashing })
}

const words = ({ findings }: FollowResult) => findings.map(({ word }) => word)

/** A log whose entries were changed before they were logged. */
async function alteredLog(change: (texts: string[]) => string[]): Promise<MonitoredLog> {
  const log = new MonitoredLog()
  await log.append(change(entriesOver(700, 90)))
  return log
}

const reencode = (text: string, change: Partial<ReturnType<typeof parseEntry>>) =>
  encodeEntry({ ...parseEntry(text), ...change })

describe('the index in memory', () => {
  const subject = fc.uint8Array({ minLength: 32, maxLength: 32 })
  // Subjects that share long prefixes, which random ones do not.
  const near = fc.tuple(fc.uint8Array({ minLength: 2, maxLength: 2 }), fc.nat(40)).map(([tail, shared]) => {
    const bytes = new Uint8Array(32)
    bytes.set(tail, Math.floor(shared / 2))
    return bytes
  })
  const entry = fc.record({
    subject: fc.oneof(subject, near),
    seq: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    hash: subject,
  })

  it('has the root that its pages have, in any order of entries', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(entry, { maxLength: 60 }), fc.nat(60), async (entries, stop) => {
        const subjects = new SubjectIndex(sha256)
        for (const [at, one] of entries.entries()) {
          if (at === stop) subjects.root()
          subjects.enter(one)
        }
        expect(subjects.root()).toEqual(await indexOf(entries))
        const again = SubjectIndex.decode(subjects.encode(), sha256)
        expect(again.root()).toEqual(subjects.root())
        expect(again.count).toBe(subjects.count)
        for (const one of entries) expect(again.newest(one.subject)).toEqual(subjects.newest(one.subject))
      }),
    )
  })

  it('has the newest entry of each entered subject only', () => {
    const subjects = new SubjectIndex(sha256)
    expect(subjects.newest(subjectOf(1))).toBeUndefined()
    for (let n = 0; n < 3000; n++) subjects.enter({ subject: subjectOf(n), seq: n + 1, hash: subjectOf(n + 1) })
    subjects.enter({ subject: subjectOf(7), seq: 9, hash: subjectOf(9) })
    expect(subjects.count).toBe(3000)
    expect(subjects.newest(subjectOf(7))).toEqual({ seq: 9, hash: subjectOf(9) })
    expect(subjects.newest(subjectOf(2999))).toEqual({ seq: 3000, hash: subjectOf(3000) })
    expect(subjects.newest(subjectOf(3000))).toBeUndefined()
  })
})

describe('following a log', () => {
  it('finds nothing in a correct log, however it grows', async () => {
    const log = new MonitoredLog()
    const texts: string[] = []
    let before: FollowResult | null = null
    for (const more of [0, 1, 255, 1, 600, 0, 3, 2000]) {
      const next = entriesOver(more, 90, texts)
      texts.push(...next)
      await log.append(next)
      before = await followOnce(log, before)
      expect(before.findings).toEqual([])
      expect(before.head?.size).toBe(log.texts.length)
      expect(before.history.size).toBe(log.texts.length)
      expect(before.history.root()).toEqual(rangeRoot(log.edge.range, sha256))
      expect(before.history.indexRoot()).toEqual(await indexOf(newestOf(texts)))
    }
  })

  it('passes on every bundle as it was served and every tile as the log has it', async () => {
    const log = new MonitoredLog()
    await log.append(entriesOver(1000, 90))
    const stored = new Map<string, Uint8Array>()
    const { history } = await followLog({
      files: log.source(),
      known: { keys: [log.key], head: null, history: new LogHistory(hashing) },
      hashing,
      onBundle({ index, width, bytes, tiles }) {
        stored.set(tilePath({ level: 'entries', index, width }), bytes)
        for (const tile of tiles) if (tile.width === TILE_WIDTH) stored.set(tilePath(tile), tile.bytes)
      },
    })
    for (const tile of history.partialTiles()) stored.set(tilePath(tile), tile.bytes)
    for (const [path, content] of log.files)
      if (path.startsWith('tile/')) expect(stored.get(path), path).toEqual(content)
  })

  it('reports a second history, with both heads', async () => {
    const log = new MonitoredLog()
    await log.append(entriesOver(700, 90))
    const before = await followOnce(log)
    const other = new MonitoredLog(log.signer)
    await other.append([...entriesOver(699, 90), ...entriesOver(1, 80)])
    const same = await followOnce(other, before)
    expect(words(same)).toEqual(['fork'])
    expect(same.findings[0]!.heads).toEqual([before.head!.note, Buffer.from(other.files.get('checkpoint')!).toString()])
    // The finding is the same after the second history has grown.
    await other.append(entriesOver(1, 70))
    expect(words(await followOnce(other, before))).toEqual(['fork'])
  })

  it('reports a second history when all earlier entries were replaced', async () => {
    const log = new MonitoredLog()
    await log.append(entriesOver(512, 90))
    const before = await followOnce(log)
    const other = new MonitoredLog(log.signer)
    await other.append(entriesOver(800, 60))
    expect(words(await followOnce(other, before))).toEqual(['fork'])
  })

  it('reports entries that do not have the root of the head', async () => {
    const log = await alteredLog(texts => texts)
    const texts = log.texts.slice(256, 512)
    texts[9] = reencode(texts[9]!, { content: subjectOf(9) })
    log.files.set('tile/entries/001', encodeBundle(texts.map(bytes)))
    const followed = await followOnce(log)
    expect(words(followed)).toEqual(['wrong-root'])
  })

  it('reports entries of a bundle that are served differently after it has grown', async () => {
    const log = await alteredLog(texts => texts)
    const before = await followOnce(log)
    await log.append(entriesOver(1, 90, log.texts))
    const texts = log.texts.slice(512)
    texts[3] = reencode(texts[3]!, { content: subjectOf(9) })
    log.files.set('tile/entries/002.p/191', encodeBundle(texts.map(bytes)))
    const followed = await followOnce(log, before)
    expect(followed.findings).toEqual([{ word: 'rewrite', text: 'entry 515 is served differently from before' }])
  })

  it('reports a head that names another root', async () => {
    const log = await alteredLog(texts => texts)
    await log.publish({ root: subjectOf(1) })
    expect(words(await followOnce(log))).toEqual(['wrong-root'])
  })

  it('reports a number that a subject has twice', async () => {
    const log = await alteredLog(texts => [...texts, reencode(texts[3]!, { content: subjectOf(1) })])
    const followed = await followOnce(log)
    expect(words(followed)[0]).toBe('second')
    expect(followed.findings[0]!.text).toContain('entry 700, number 1 of ')
  })

  it('reports a missing number', async () => {
    const log = await alteredLog(texts => texts.filter((_, n) => n !== 93))
    expect(words(await followOnce(log))[0]).toBe('gap')
    const first = await alteredLog(texts => texts.slice(1))
    expect(words(await followOnce(first))[0]).toBe('gap')
  })

  it('reports an entry that names another previous entry', async () => {
    const log = await alteredLog(texts =>
      texts.map((text, n) => (n === 91 ? reencode(text, { previous: subjectOf(1) }) : text)),
    )
    expect(words(await followOnce(log))[0]).toBe('rewrite')
  })

  it('reports a wrong or missing index root, also when the log has not grown', async () => {
    const log = await alteredLog(texts => texts)
    const before = await followOnce(log)
    expect(before.findings).toEqual([])
    for (const extensions of [[], ['timbermark/requests 7'], [encodeIndexLine(subjectOf(1))]]) {
      await log.publish({ extensions })
      expect(words(await followOnce(log, before))).toEqual(['wrong-index'])
      expect(words(await followOnce(log))).toEqual(['wrong-index'])
    }
  })

  it('reports an index statement that is missing, false, or differs from the head in index or time', async () => {
    const log = await alteredLog(texts => texts)
    const root = await indexOf(newestOf(log.texts))
    const at = new Date()
    const missing = new MonitoredLog(log.signer)
    await missing.appendOnly(entriesOver(700, 90))
    const elsewhere = new MonitoredLog(log.signer)
    elsewhere.at = at
    await elsewhere.appendOnly([...entriesOver(700, 90), encodeIndexStatement({ root: subjectOf(1), at })])
    const later = new MonitoredLog(log.signer)
    later.at = at
    const other = new Date(at.getTime() - 1000)
    await later.appendOnly([...entriesOver(700, 90), encodeIndexStatement({ root, at: other })])
    for (const [what, one] of Object.entries({ missing, elsewhere, later }))
      expect([...new Set(words(await followOnce(one)))], what).toEqual(['wrong-index'])
    // A false one below a true one stays in the log.
    await elsewhere.append(entriesOver(1, 90, elsewhere.texts))
    expect(words(await followOnce(elsewhere))).toEqual(['wrong-index'])
  })

  it('reports a head that is older than three hours, also one that is served again', async () => {
    const log = new MonitoredLog()
    await log.append(entriesOver(10, 3), { at: new Date(Date.now() - 2 * 3_600_000) })
    const before = await followOnce(log)
    expect(before.findings).toEqual([])
    const known: KnownLog = { keys: [log.key], head: before.head!.note, history: before.history }
    const later = () => Date.now() + 2 * 3_600_000
    const followed = await followLog({ files: log.source(), known, hashing, now: later })
    expect(followed.findings).toMatchObject([{ word: 'stalled', heads: [before.head!.note] }])
  })

  it('reports a head that is smaller than one that was seen, with both heads', async () => {
    const log = new MonitoredLog()
    const old = await log.append(entriesOver(300, 90))
    await log.append(entriesOver(1, 90, log.texts))
    const before = await followOnce(log)
    log.put('checkpoint', old)
    const followed = await followOnce(log, before)
    expect(words(followed)).toEqual(['replay'])
    expect(followed.findings[0]!.heads).toEqual([before.head!.note, old])
  })

  it('reports a head that the trusted key has not signed', async () => {
    const log = await alteredLog(texts => texts)
    const stranger = generateSigner(log.signer.key.name)
    const text = (await log.headNote()).split('\n\n')[0]!
    log.put('checkpoint', signNote(`${text}\n`, [stranger]))
    expect(words(await followOnce(log))).toEqual(['unsigned'])
    const other = new MonitoredLog(generateSigner('other.example/ledger'))
    await other.append([])
    expect(words(await followOnce(other, null, [log.key]))).toEqual(['unsigned'])
    const note = await log.headNote()
    log.put('checkpoint', note.replace('\n701\n', '\n699\n'))
    expect(words(await followOnce(log))).toEqual(['unsigned'])
  })

  it.each(['', 'no note', '<html>maintenance</html>\n'])('reports a malformed head: %j', async text => {
    const log = await alteredLog(texts => texts)
    log.put('checkpoint', text)
    expect(words(await followOnce(log))).toEqual(['unreadable'])
  })

  it('reports a signed note that is no head', async () => {
    const log = await alteredLog(texts => texts)
    log.put('checkpoint', signNote('hello\n', [log.signer]))
    expect(words(await followOnce(log))).toEqual(['unreadable'])
  })

  it.each([
    ['an entry of version 1', '{"type":"timbermark/record/v1"}'],
    ['an entry with an additional member', '{"a":1,"type":"timbermark/entry@2"}'],
    ['no text', '\u{0}'],
  ])('reports %s', async (_what, text) => {
    const log = new MonitoredLog()
    await log.append(entriesOver(5, 2))
    log.files.set('tile/entries/000.p/6', encodeBundle([...log.texts.slice(0, 4), text, log.texts[5]!].map(bytes)))
    expect(words(await followOnce(log))).toEqual(['unreadable'])
  })

  it('reports a truncated bundle', async () => {
    const log = await alteredLog(texts => texts)
    log.files.set('tile/entries/001', log.files.get('tile/entries/001')!.slice(0, -1))
    expect(words(await followOnce(log))).toEqual(['unreadable'])
  })

  it('passes on errors that are no findings', async () => {
    const log = await alteredLog(texts => texts)
    log.files.delete('tile/entries/001')
    await expect(followOnce(log)).rejects.toThrow('no tile/entries/001')
  })

  it('continues from the entries read so far when the head was not reached', async () => {
    const log = await alteredLog(texts => texts)
    const history = new LogHistory(hashing)
    history.enter(log.texts.slice(0, 333).map(bytes))
    const again = LogHistory.decode(history.encode(), hashing)
    const followed = await followLog({
      files: log.source(),
      known: { keys: [log.key], head: null, history: again },
      hashing,
    })
    expect(followed.findings).toEqual([])
    expect(followed.history.size).toBe(701)
  })

  it('compares a seen head that is ahead of the entries read so far', async () => {
    const log = new MonitoredLog()
    await log.append(entriesOver(300, 90))
    const before = await followOnce(log)
    const other = new MonitoredLog(log.signer)
    await other.append(entriesOver(500, 70))
    const known = { keys: [log.key], head: before.head!.note, history: new LogHistory(hashing) }
    const followed = await followLog({ files: other.source(), known, hashing })
    expect(words(followed)).toEqual(['fork'])
    other.files.delete('tile/1/000.p/1')
    const again = { ...known, history: new LogHistory(hashing) }
    expect(words(await followLog({ files: other.source(), known: again, hashing }))).toEqual(['rewrite'])
  })

  it('refuses a saved history with a changed byte', () => {
    const history = new LogHistory(hashing)
    history.enter(entriesOver(300, 20).map(bytes))
    const saved = history.encode()
    expect(LogHistory.decode(saved, hashing).indexRoot()).toEqual(history.indexRoot())
    for (const at of [saved.length - 1, saved.length - 500, saved.indexOf(0x0a) + 40]) {
      const damaged = saved.slice()
      damaged[at]! ^= 1
      expect(() => LogHistory.decode(damaged, hashing)).toThrow('damaged')
    }
    expect(() => LogHistory.decode(saved.slice(0, 50), hashing)).toThrow()
  })
})

describe('a log whose key was changed', () => {
  const second = () => generateSigner('log.example/ledger/2')

  async function keyChanged(named: Parameters<MonitoredLog['withKey']>[1] = {}) {
    const log = new MonitoredLog()
    await log.append(entriesOver(300, 90))
    const before = await followOnce(log)
    const next = await log.withKey(second(), named)
    return { log, before, next, keys: [log.key, next.key] }
  }

  it('is reported with its new key until that is trusted', async () => {
    const { before, next, keys } = await keyChanged()
    const followed = await followOnce(next, before, keys.slice(0, 1))
    expect(words(followed)).toEqual(['key'])
    expect(followed.findings[0]!.text).toContain(next.key)
  })

  it('is followed when the new key is trusted, from before and from the beginning', async () => {
    const { before, next, keys } = await keyChanged()
    const followed = await followOnce(next, before, keys)
    expect(followed.findings).toEqual([])
    expect(followed.history.breaks).toMatchObject([{ index: 302, origin: 'log.example/ledger/2', lost: null }])
    await next.append(entriesOver(40, 90, next.texts.slice(0, 300)))
    expect((await followOnce(next, followed, keys)).findings).toEqual([])
    expect((await followOnce(next, null, keys)).findings).toEqual([])
  })

  it('is reported when the former key did not announce the new one, or announced another', async () => {
    const other = { next: { origin: 'log.example/ledger/3', verifierKey: 'another' } }
    for (const named of [null, other, { origin: 'log.example/other' }]) {
      const { before, next, keys } = await keyChanged(named)
      expect(words(await followOnce(next, before, keys))).toEqual(['wrong-break'])
    }
  })

  it('is reported when a new key is announced and the log continues under the old one', async () => {
    const { log, before } = await keyChanged()
    await log.append(entriesOver(1, 90, log.texts.slice(0, 300)))
    expect(words(await followOnce(log, before))).toEqual(['wrong-break'])
  })

  it('remembers an announced key in a history that was saved between the two entries', async () => {
    const { log, before, next, keys } = await keyChanged()
    const between = await followOnce(log, before)
    expect(between.findings).toEqual([])
    const history = LogHistory.decode(between.history.encode())
    expect((await followOnce(next, { ...between, history }, keys)).findings).toEqual([])
  })
})

describe('a log that was broken off', () => {
  const second = () => generateSigner('log.example/ledger/2')

  async function lost(
    size: number,
    change = {},
  ): Promise<{ before: FollowResult; next: MonitoredLog; keys: string[] }> {
    const log = new MonitoredLog()
    await log.append(entriesOver(700, 90))
    const before = await followOnce(log)
    const next = await log.brokenOff(size, second(), change)
    return { before, next, keys: [log.key, next.key] }
  }

  it('is reported with its new key until that is trusted', async () => {
    const { before, next, keys } = await lost(600)
    const followed = await followOnce(next, before, keys.slice(0, 1))
    expect(words(followed)).toEqual(['break'])
    expect(followed.findings[0]!.text).toContain(next.key)
  })

  it.each([600, 700, 512, 0])('is followed from entry %i on when the new key is trusted', async size => {
    const { before, next, keys } = await lost(size)
    const followed = await followOnce(next, before, keys)
    expect(followed.findings).toEqual([])
    await next.append(entriesOver(40, 90, next.texts.slice(0, size)))
    const later = await followOnce(next, followed, keys)
    expect(later.findings).toEqual([])
    expect(later.history.breaks).toMatchObject([{ index: size, origin: 'log.example/ledger/2' }])
    // A monitor that starts later finds nothing either.
    expect((await followOnce(next, null, keys)).findings).toEqual([])
  })

  it('is reported when the break does not account for the seen head', async () => {
    const less = { origin: 'log.example/ledger', size: 650, root: '11'.repeat(32) }
    const { before, next, keys } = await lost(600, { lost: less })
    expect(words(await followOnce(next, before, keys))).toEqual(['fork'])
    const other = { ...less, size: 700 }
    const elsewhere = { origin: 'log.example/other', size: 900, root: less.root }
    for (const stated of [other, elsewhere]) {
      const again = await lost(600, { lost: stated })
      expect(words(await followOnce(again.next, again.before, again.keys))).toEqual(['fork'])
    }
  })

  it('is reported when it continues from another head than it declares', async () => {
    const former = { origin: 'log.example/ledger', size: 600, root: '11'.repeat(32) }
    const { before, next, keys } = await lost(600, { former })
    expect(words(await followOnce(next, before, keys))).toContain('wrong-break')
    const elsewhere = await lost(600, { former: { ...former, size: 700 } })
    expect((await followOnce(elsewhere.next, elsewhere.before, elsewhere.keys)).findings).not.toEqual([])
  })

  it('is reported when the list of names lacks the break, or has another one', async () => {
    const { next, keys } = await lost(600)
    const names = Buffer.from(next.files.get('breaks')!).toString()
    next.put('breaks', names.split('\n\n')[0]!)
    expect(words(await followOnce(next, null, keys))).toEqual(['wrong-break'])
    next.put(
      'breaks',
      `${names}\n${names.split('\n\n')[1]!.replaceAll('ledger/2', 'ledger/3').replace(' 600 ', ' 100 ')}`,
    )
    expect(words(await followOnce(next, null, keys))).toEqual(['wrong-break'])
    next.put('breaks', 'hello')
    expect(words(await followOnce(next, null, keys))).toEqual(['unreadable'])
  })

  it('is reported when a head with the old name is signed after the break', async () => {
    const { next, keys } = await lost(600)
    const log = new MonitoredLog()
    const head = { origin: 'log.example/ledger', size: next.texts.length, root: rangeRoot(next.edge.range, sha256) }
    const extensions = [encodeTimeLine(next.at), encodeIndexLine(await indexOf(newestOf(next.texts)))]
    next.put('checkpoint', signNote(encodeCheckpoint({ ...head, extensions }), [log.signer]))
    expect(words(await followOnce(next, null, [log.key, keys[1]!]))).toEqual(['wrong-break'])
  })
})
