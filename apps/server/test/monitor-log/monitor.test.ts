import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { canonicalize } from '@timbermark/ledger'
import { generateSigner, signNote } from '@timbermark/ledger/node'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { entriesOver, subjectOf, MonitoredLog } from '../../../../packages/ledger/test/monitored-log.ts'
import { readLogOnce } from '../../src/monitor-log/inspect.ts'
import { publicFiles } from '../../src/monitor-log/public-files.ts'
import { WatchFolder } from '../../src/monitor-log/watch-folder.ts'
import { serveLog, type StaticLog } from '../stand-ins/static-log.ts'

let log: MonitoredLog
let served: StaticLog
let folder: string
const running: ChildProcess[] = []
const servers: StaticLog[] = []

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'timbermark-monitor-'))
  log = new MonitoredLog()
  await log.append(entriesOver(700, 90))
  served = await serveLog(path => log.files.get(path))
  servers.push(served)
})

afterEach(async () => {
  for (const child of running.splice(0)) child.kill('SIGKILL')
  for (const server of servers.splice(0)) await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

function begin(args: string[], environment: Record<string, string> = {}) {
  const script = join(import.meta.dirname, '../../src/ledger-monitor.ts')
  const child = spawn(process.execPath, [script, ...args], {
    env: { ...process.env, XDG_STATE_HOME: join(folder, 'state'), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.push(child)
  const answer = { said: '', child, code: new Promise<number | null>(done => child.once('close', done)) }
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (answer.said += part))
  return answer
}

/**
 * Reads the log once and stores it.
 * @returns the output and the exit code
 */
async function monitor(...args: string[]) {
  const answer = begin([served.url, '--once', ...(args.includes('--keep') ? [] : ['--keep', folder]), ...args])
  const code = await answer.code
  return { code, said: answer.said, words: [...answer.said.matchAll(/^\S+Z (\S+)/gm)].map(([, word]) => word) }
}

const until = async (is: () => boolean) => {
  while (!is()) await new Promise(done => setTimeout(done, 20))
}

describe('npm run ledger:monitor', () => {
  test('says that a log is in order, and again when it has grown', async () => {
    const first = await monitor()
    expect(first).toMatchObject({ code: 0, words: ['ok'] })
    expect(first.said).toContain(`trusted from now on, as no --key was given: ${log.key}`)
    expect(first.said).toContain('log.example/ledger: 701 entries of 90 subjects are in order')
    await log.append(entriesOver(500, 90, log.texts))
    served.asked.length = 0
    const second = await monitor()
    expect(second).toMatchObject({ code: 0, words: ['ok'] })
    expect(second.said).not.toContain('trusted from now on')
    // It reads only what is new.
    expect(served.asked.filter(path => path.startsWith('tile/')).sort()).toEqual([
      'tile/entries/002',
      'tile/entries/003',
      'tile/entries/004.p/178',
    ])
  })

  test('keeps a copy that can be served and followed as another log', async () => {
    await monitor()
    await log.append(entriesOver(500, 90, log.texts))
    await monitor()
    for (const [path, content] of log.files)
      if (!/\.p\/(189|2)$/.test(path)) expect(readFileSync(join(folder, path)).equals(content), path).toBe(true)
    // A tile that was partial and is full now exists once.
    expect(existsSync(join(folder, 'tile/0/002.p'))).toBe(false)
    expect(statSync(join(folder, 'tile/0/002')).mode & 0o044).toBe(0o044)

    const copy = await serveLog(path => {
      const file = join(folder, path)
      return existsSync(file) ? readFileSync(file) : undefined
    })
    servers.push(copy)
    const answer = begin([copy.url, '--once', '--key', log.key])
    expect(await answer.code).toBe(0)
    expect(answer.said).toContain('1202 entries of 90 subjects are in order')
  })

  test('keeps only what it needs to know when no copy is asked for', async () => {
    const answer = begin([`${served.url}/ledger/`, '--once'])
    expect(await answer.code).toBe(0)
    const [name] = readdirSync(join(folder, 'state/timbermark/monitor'))
    expect(readdirSync(join(folder, 'state/timbermark/monitor', name!))).toEqual(['.monitor'])
  })

  test('clears away its own drafts, and nothing else that lies in the folder', async () => {
    const others = ['notes.new', 'site/nginx.conf.new', 'site/1234.new']
    const draft = join(folder, 'checkpoint.4242-0a1b2c3d.new')
    mkdirSync(join(folder, 'site'))
    for (const path of [...others.map(name => join(folder, name)), draft]) writeFileSync(path, 'mine')
    expect((await monitor()).code).toBe(0)
    for (const name of others) expect(readFileSync(join(folder, name), 'utf8'), name).toBe('mine')
    expect(existsSync(draft)).toBe(false)
  })

  test('says what a log says of itself without letting it write other lines', async () => {
    await monitor()
    const forged = 'evil\u001b[2K\r\n2026-11-22T00:00:00.000Z ok log.example/ledger: 900 entries'
    const former = { origin: 'log.example/ledger', size: 700, root: '00'.repeat(32) }
    const statement = {
      at: '2026-11-22T00:00:00.000Z',
      former,
      origin: forged,
      reason: 'r',
      type: 'timbermark/key-begun@1',
    }
    await log.append([canonicalize(statement)])
    const result = await monitor()
    expect(result.code).toBe(1)
    expect(new Set(result.words)).toEqual(new Set(['wrong-break']))
    expect(result.said).toContain('evil')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: the output must not contain them
    expect(result.said).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/)
  })

  test('reads again what is not in the copy, when one is asked for later', async () => {
    const place = join(folder, 'later')
    expect((await monitor('--keep', place)).code).toBe(0)
    const state = JSON.parse(readFileSync(join(place, '.monitor/state.json'), 'utf8')) as Record<string, unknown>
    writeFileSync(join(place, '.monitor/state.json'), JSON.stringify({ ...state, kept: false }))
    rmSync(join(place, 'tile'), { recursive: true })
    await log.append(entriesOver(1, 90, log.texts))
    expect((await monitor('--keep', place)).code).toBe(0)
    expect(existsSync(join(place, 'tile/entries/000'))).toBe(true)
  })

  test('tells a fork and keeps both heads, however often it looks, until the log is the one that it knew', async () => {
    await monitor()
    const honest = log
    log = new MonitoredLog(log.signer)
    await log.append(entriesOver(900, 80))
    for (let n = 0; n < 2; n++) {
      const result = await monitor()
      expect(result).toMatchObject({ code: 1, words: ['fork'] })
      const paths = [...result.said.matchAll(/signed head: (.*)/g)].map(([, path]) => path!)
      expect(paths.map(path => readFileSync(path, 'utf8'))).toEqual([
        Buffer.from(honest.files.get('checkpoint')!).toString(),
        Buffer.from(log.files.get('checkpoint')!).toString(),
      ])
    }
    log = honest
    expect(await monitor()).toMatchObject({ code: 0, words: ['ok'] })
  })

  test('tells what is wrong with entries and does not take them for known', async () => {
    const texts = entriesOver(40, 90, log.texts)
    await log.append(texts.filter((_, n) => n !== 3))
    await log.append(entriesOver(100, 90, [...log.texts.slice(0, 700), ...texts]))
    for (let n = 0; n < 2; n++) expect(await monitor()).toMatchObject({ code: 1, words: ['gap'] })
    expect(existsSync(join(folder, 'checkpoint'))).toBe(false)
  })

  test('tells a smaller head, a head of another key, and none', async () => {
    const small = Buffer.from(log.files.get('checkpoint')!).toString()
    await log.append(entriesOver(1, 90, log.texts))
    await monitor()
    log.put('checkpoint', small)
    expect(await monitor()).toMatchObject({ code: 1, words: ['replay'] })
    const text = `${(await log.headNote()).split('\n\n')[0]}\n`
    log.put('checkpoint', signNote(text, [generateSigner(log.signer.key.name)]))
    expect(await monitor()).toMatchObject({ code: 1, words: ['unsigned'] })
    log.put('checkpoint', '<html>maintenance</html>')
    expect(await monitor()).toMatchObject({ code: 1, words: ['unreadable'] })
    await log.publish({ extensions: [] })
    expect(await monitor()).toMatchObject({ code: 1, words: ['wrong-index'] })
  })

  test('tells a log that cannot be had, or whose entries cannot', async () => {
    log.files.delete('tile/entries/001')
    const answer = await monitor()
    expect(answer).toMatchObject({ code: 1, words: ['unreachable'] })
    expect(answer.said).toContain('/ledger/tile/entries/001 answers 404')
    await served.stop()
    expect(await monitor()).toMatchObject({ code: 1, words: ['unreachable'] })
  })

  test('waits as long as a busy log asks for', async () => {
    let left = 2
    served.instead = (path, _request, response) => {
      if (!path.startsWith('tile/entries/001') || left-- <= 0) return false
      response.writeHead(503, { 'retry-after': '1' }).end()
      return true
    }
    expect(await monitor()).toMatchObject({ code: 0, words: ['ok'] })
  })

  test('does not read an answer without end', async () => {
    served.instead = (path, _request, response) => {
      if (path !== 'checkpoint') return false
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      }
      response.on('drain', more)
      more()
      return true
    }
    const answer = await monitor()
    expect(answer).toMatchObject({ code: 1, words: ['unreachable'] })
    expect(answer.said).toContain('longer than 1048576 bytes')
  })

  test('follows a broken off log once its new key is given', async () => {
    await monitor()
    log = await log.brokenOff(600, generateSigner('log.example/ledger/2'))
    expect(await monitor()).toMatchObject({ code: 1, words: ['break'] })
    const answer = await monitor('--key', log.key)
    expect(answer).toMatchObject({ code: 0, words: ['ok'] })
    expect(answer.said).toContain('log.example/ledger/2: 602 entries')
    expect(readFileSync(join(folder, 'key'), 'utf8')).toBe(`${log.key}\n`)
    expect(readFileSync(join(folder, 'checkpoint'), 'utf8')).toContain('log.example/ledger/2\n602\n')
  })

  test('refuses another key than the trusted one of the same name, and a log that its key did not sign', async () => {
    const stranger = new MonitoredLog(generateSigner(log.signer.key.name))
    expect(await monitor('--key', stranger.key)).toMatchObject({ code: 1, words: ['unsigned'] })
    const answer = await monitor('--key', log.key)
    expect(answer.code).toBe(2)
    expect(answer.said).toContain(`Another key of log.example/ledger is trusted`)
  })

  test.each([
    [],
    ['example.org'],
    ['ftp://example.org'],
    ['http://a.example', 'http://b.example'],
    ['http://a.example', '--every', '0'],
    ['http://a.example', '--every', 'often'],
    ['http://a.example', '--twice'],
    ['http://a.example', '--key', 'hello'],
  ])('with the arguments %j %j %j it prints its usage', async (...args: string[]) => {
    const answer = begin(args)
    expect(await answer.code).toBe(2)
    expect(answer.said).toContain('ledger:monitor URL [--keep FOLDER]')
  })

  test('goes on where it was when it is killed while reading', async () => {
    // Held until it is killed, after two bundles were stored.
    await log.append(entriesOver(1000, 90, log.texts))
    served.instead = path => path.startsWith('tile/entries/003')
    const killed = begin([served.url, '--keep', folder])
    await until(() => existsSync(join(folder, 'tile/entries/002')))
    killed.child.kill('SIGKILL')
    await killed.code
    expect(existsSync(join(folder, 'checkpoint'))).toBe(false)
    writeFileSync(join(folder, 'tile/entries/003.77-abcdef01.new'), 'half of it')
    served.instead = () => false
    expect(await monitor()).toMatchObject({ code: 0, words: ['ok'] })
    expect(readdirSync(join(folder, 'tile/entries')).filter(name => name.endsWith('.new'))).toEqual([])
    expect(readFileSync(join(folder, 'tile/entries/001')).equals(log.files.get('tile/entries/001')!)).toBe(true)
  })

  test('does not read again what was read on the way to a head', async () => {
    const place = await WatchFolder.open(folder, false)
    const history = await place.history()
    history.enter(log.texts.slice(0, 512).map(text => new Uint8Array(Buffer.from(text))))
    await place.storeReading(history)
    await place.trust(log.key)
    await readLogOnce(
      place,
      publicFiles(`${served.url}/ledger`, AbortSignal.timeout(10_000)),
      await place.history(),
      () => {},
    )
    expect(served.asked.filter(path => path.startsWith('tile/'))).toEqual(['tile/entries/002.p/189'])
    expect(place.head).toBe(Buffer.from(log.files.get('checkpoint')!).toString())
    expect(existsSync(join(folder, '.monitor/reading'))).toBe(false)
  })

  test('goes on after a line was cut, and forgets nothing that it found before', async () => {
    log.files.delete('tile/entries/002.p/189')
    expect(await monitor()).toMatchObject({ code: 1, words: ['unreachable'] })
    await log.append([])
    served.asked.length = 0
    expect(await monitor()).toMatchObject({ code: 0, words: ['ok'] })
    expect(served.asked.filter(path => path.startsWith('tile/'))).toEqual(['tile/entries/002.p/190'])

    const texts = entriesOver(600, 90, log.texts)
    await log.append(texts.filter((_, n) => n !== 3))
    log.files.delete('tile/entries/004')
    expect(await monitor()).toMatchObject({ code: 1, words: ['unreachable'] })
    await log.append([])
    const { words } = await monitor()
    expect(words[0]).toBe('gap')
  })

  test('takes the beginning of a full bundle for one that is no longer served', async () => {
    const head = log.files.get('checkpoint')!
    await log.append(entriesOver(100, 90, log.texts))
    log.files.set('checkpoint', head)
    log.files.delete('tile/entries/002.p/189')
    expect(await monitor()).toMatchObject({ code: 0, words: ['ok'] })
  })

  test('stopped while reading, it continues where it was', async () => {
    served.instead = path => path.startsWith('tile/entries/002')
    const stopped = begin([served.url, '--keep', folder])
    await until(() => existsSync(join(folder, 'tile/entries/001')))
    stopped.child.kill('SIGTERM')
    expect(await stopped.code).toBe(0)
    served.instead = () => false
    served.asked.length = 0
    expect(await monitor()).toMatchObject({ code: 0, words: ['ok'] })
    expect(served.asked.filter(path => path.startsWith('tile/'))).toEqual(['tile/entries/002.p/189'])
  })

  test('checks again on its own, reports only what is new, and stops when asked to', async () => {
    const answer = begin([served.url, '--keep', folder, '--every', '1'])
    await until(() => answer.said.includes('701 entries'))
    await log.append(entriesOver(10, 90, log.texts))
    await until(() => answer.said.includes('712 entries'))
    await log.publish({ root: subjectOf(1) })
    await until(() => answer.said.includes('fork'))
    const requestsBefore = served.asked.length
    await until(() => served.asked.length > requestsBefore + 3)
    await log.publish()
    await log.append(entriesOver(10, 90, log.texts))
    await until(() => answer.said.includes('723 entries'))
    expect(answer.said.match(/ fork /g)).toHaveLength(1)
    const second = begin([served.url, '--keep', folder, '--once'])
    expect(await second.code).toBe(2)
    expect(second.said).toContain('Another monitor keeps its files in')
    answer.child.kill('SIGTERM')
    expect(await answer.code).toBe(1)
  })
})
