import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { FormatError } from '@timbermark/ledger'
import { type Finding, FindingError } from '@timbermark/ledger/monitor'
import { readLogOnce } from './monitor-log/inspect.ts'
import { logAddress, publicFiles } from './monitor-log/public-files.ts'
import { OtherKey, WatchFolder } from './monitor-log/watch-folder.ts'
import { lockFolder } from './platform/installation/folder-lock.ts'
import { SettingsError } from './platform/settings.ts'

/**
 * `npm run ledger:monitor -- <url>`: follows a log from outside, with nothing but its public files. docs/monitor.md
 * explains each of its words. Exit code 0 when everything is in order, 1 when something is not, 2 for a wrong call.
 */
const usage = `ledger:monitor URL [--keep FOLDER] [--once] [--every SECONDS] [--key VERIFIER-KEY]

URL      where the log is: its files are below URL/ledger
--keep   keep a whole copy of the log in this folder, which any web server can serve
--once   look once; otherwise it looks every --every seconds (60) until it is stopped
--key    verifier key that is trusted (name+id+base64), once for each name of the log;
         without it the key that the log names at the first visit is trusted from then on`

const say = (line: string) => void process.stdout.write(`${visible(line)}\n`)

/** Text of a log appears in our lines: it must not begin lines of its own, nor move the terminal's cursor. */
const visible = (text: string) => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/gu, '\ufffd')

/** The command line is wrong. */
class WrongCall extends Error {}

interface Arguments {
  address: string
  folder: string
  keep: boolean
  once: boolean
  everyMs: number
  keys: string[]
}

function parseCommandLine(args: string[]): Arguments {
  let parsed: ReturnType<typeof readArguments>
  try {
    parsed = readArguments(args)
  } catch (error) {
    throw new WrongCall((error as Error).message)
  }
  const { values, positionals } = parsed
  const [addressText, ...others] = positionals
  if (!addressText || others.length > 0) throw new WrongCall('Name one log by its address')
  let url: URL
  try {
    url = new URL(addressText)
  } catch {
    throw new WrongCall(`${addressText} is no address`)
  }
  if (!['http:', 'https:'].includes(url.protocol))
    throw new WrongCall(`${addressText} must begin with https:// or http://`)
  const seconds = Number(values.every)
  if (!(seconds >= 1 && seconds <= 86_400)) throw new WrongCall('--every takes 1 to 86400 seconds')
  const address = logAddress(url)
  return {
    address,
    folder: values.keep ? resolve(values.keep) : stateFolder(address),
    keep: values.keep !== undefined,
    once: values.once,
    everyMs: seconds * 1000,
    keys: values.key,
  }
}

function readArguments(args: string[]) {
  return parseArgs({
    args,
    allowPositionals: true,
    options: {
      keep: { type: 'string' },
      once: { type: 'boolean', default: false },
      every: { type: 'string', default: '60' },
      key: { type: 'string', multiple: true, default: [] },
    },
  })
}

/** Where programs of this user store their state, a folder for each log. */
function stateFolder(address: string): string {
  const { XDG_STATE_HOME: state } = process.env
  const base = state && isAbsolute(state) ? state : join(homedir(), '.local/state')
  return join(base, 'timbermark/monitor', address.replace(/^https?:\/\//, '').replace(/[^\w.-]+/g, '-'))
}

async function main(stopping: AbortSignal): Promise<number> {
  const args = parseCommandLine(process.argv.slice(2))
  mkdirSync(args.folder, { recursive: true })
  const lock = await lockFolder(args.folder).catch((error: unknown) => {
    throw error instanceof SettingsError ? new WrongCall(`Another monitor keeps its files in ${args.folder}`) : error
  })
  try {
    const folder = await WatchFolder.open(args.folder, args.keep)
    for (const key of args.keys) await folder.trust(key)
    return await watch(args, folder, stopping)
  } catch (error) {
    if (error instanceof OtherKey || error instanceof FormatError) throw new WrongCall(error.message)
    throw error
  } finally {
    await lock.release()
  }
}

async function watch(args: Arguments, folder: WatchFolder, stopping: AbortSignal): Promise<number> {
  const files = publicFiles(args.address, stopping)
  let history = await folder.history()
  let reported: string | undefined
  let code = 0
  try {
    for (;;) {
      const findings = await trustFirst(folder, files)
      let line = ''
      if (findings.length === 0) {
        const followed = await readLogOnce(folder, files, history, say)
        findings.push(...followed.findings)
        history = followed.history
        const { head } = followed
        findings.push(...(await ownersWord(files)))
        if (findings.length === 0 && head)
          line = `ok ${head.origin}: ${head.size} entries of ${history.subjects} subjects are in order`
      }
      if (findings.length > 0) {
        code = 1
        history = await folder.history()
        line = findings.map(({ word, text }) => `${word} ${visible(text)}`).join('\n')
      }
      if (line !== reported) await report(folder, line, findings)
      reported = line
      if (args.once) return code
      await pause(args.everyMs, undefined, { signal: stopping })
    }
  } catch (error) {
    // Stopped by hand: the findings until then count.
    if (stopping.aborted) return code
    throw error
  }
}

/** The result of the owner's own check of their records, as they report it; a copy of a log reports nothing. */
async function ownersWord(files: ReturnType<typeof publicFiles>): Promise<Finding[]> {
  const [, at, count] =
    /^checked (\S{10,40})\nfound ([1-9]\d{0,9})\n$/.exec((await files.checked().catch(() => null)) ?? '') ?? []
  return count
    ? [{ word: 'owner', text: `his own check found ${count} places where records are not what was sealed, ${at}` }]
    : []
}

/** At the first visit without a key, the key that the log names is trusted. */
async function trustFirst(folder: WatchFolder, files: ReturnType<typeof publicFiles>): Promise<Finding[]> {
  if (folder.keys.length > 0) return []
  try {
    const key = await files.key()
    await folder.trust(key)
    say(`trusted from now on, as no --key was given: ${key}`)
    return []
  } catch (error) {
    if (error instanceof FindingError) return [error.finding]
    if (error instanceof FormatError) return [{ word: 'unreadable', text: `the log's key: ${error.message}` }]
    throw error
  }
}

async function report(folder: WatchFolder, line: string, findings: readonly Finding[]): Promise<void> {
  const at = new Date()
  for (const part of line.split('\n')) say(`${at.toISOString()} ${part}`)
  for (const finding of findings)
    for (const path of await folder.storeEvidence(finding, at)) say(`  signed head: ${path}`)
}

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())

main(stopping.signal).then(
  code => process.exit(code),
  error => {
    if (error instanceof WrongCall) console.error(`${error.message}\n\n${usage}`)
    else console.error(error)
    process.exit(error instanceof WrongCall ? 2 : 1)
  },
)
