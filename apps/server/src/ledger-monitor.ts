import { mkdirSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { FormatError } from '@timbermark/ledger'
import {
  checkPageScripts,
  type Finding,
  FindingError,
  type FollowResult,
  type LogHead,
  type LogHistory,
  openHead,
  type PageFiles,
} from '@timbermark/ledger/monitor'
import { sha256 } from '@timbermark/ledger/node'
import { type AnchorPlace, checkAnchors } from './monitor-log/check-anchors.ts'
import { readLogOnce } from './monitor-log/inspect.ts'
import { logAddress, publicFiles, publicPage } from './monitor-log/public-files.ts'
import { OtherKey, WatchFolder } from './monitor-log/watch-folder.ts'
import { lockFolder } from './platform/installation/folder-lock.ts'
import { SettingsError } from './platform/settings.ts'
import { errorMessage } from './platform/error-facts.ts'

/**
 * `npm run ledger:monitor -- <url>`: follows a log from outside, with nothing but its public files. docs/monitor.md
 * explains each of its words. Exit code 0 when everything is in order, 1 when something is not, 2 for a wrong call.
 */
const usage = `ledger:monitor URL [--keep FOLDER] [--once] [--every SECONDS] [--key VERIFIER-KEY] [--page URL]
       [--chain RPC-URL --chain-id N --contract ADDRESS --sender ADDRESS [--anchored-within MINUTES]]

URL      where the log is: its files are below URL/ledger
--keep   keep a whole copy of the log in this folder, which any web server can serve
--once   look once; otherwise it looks every --every seconds (60) until it is stopped
--key    verifier key that is trusted (name+id+base64), once for each name of the log;
         without it the key that the log names at the first visit is trusted from then on
--page   address of the page whose scripts must be entries of the log, such as that of an item; otherwise URL/c, if there is one
--chain  endpoint (JSON-RPC) of the chain that heads are anchored on: every head must extend the newest one that the contract
         has by this sender (or by each of several, separated by commas: where the owner changed the sender), and that may be
         --anchored-within minutes (60) older than the log's`

/** The page and its scripts are fetched this often; the log at every look. */
const pageEveryMs = 600_000
/** How long a server may take to enter the scripts that it serves. */
const releaseMs = 5000

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
  page: string | undefined
  anchors: AnchorPlace | undefined
}

function parseCommandLine(args: string[]): Arguments {
  let parsed: ReturnType<typeof readArguments>
  try {
    parsed = readArguments(args)
  } catch (error) {
    throw new WrongCall(errorMessage(error))
  }
  const { values, positionals } = parsed
  const [addressText, ...others] = positionals
  if (!addressText || others.length > 0) throw new WrongCall('Name one log by its address')
  const url = parseAddress(addressText)
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
    page: values.page === undefined ? undefined : parseAddress(values.page).href,
    anchors: parseAnchorPlace(values),
  }
}

/** The four options come together. */
function parseAnchorPlace(values: ReturnType<typeof readArguments>['values']): AnchorPlace | undefined {
  const { chain, 'chain-id': chainId, contract, sender } = values
  const parts = [chain, chainId, contract, sender]
  if (parts.every(part => part === undefined)) return undefined
  const isHash = (text: string | undefined) => /^0x[0-9a-fA-F]{40}$/.test(text ?? '')
  const minutes = Number(values['anchored-within'])
  const senders = (sender ?? '').split(',').map(text => text.trim())
  if (!chain || !/^[1-9]\d{0,15}$/.test(chainId ?? '') || !isHash(contract) || !senders.every(isHash))
    throw new WrongCall('--chain takes --chain-id, and --contract and --sender of 0x and 40 hexadecimal digits')
  if (!(minutes >= 1 && minutes <= 100_000)) throw new WrongCall('--anchored-within takes 1 to 100000 minutes')
  return {
    endpoint: parseAddress(chain).href,
    chainId: Number(chainId),
    contract: contract!.toLowerCase() as `0x${string}`,
    senders: senders.map(one => one.toLowerCase() as `0x${string}`),
    withinMs: minutes * 60_000,
  }
}

function parseAddress(text: string): URL {
  let url: URL
  try {
    url = new URL(text)
  } catch {
    throw new WrongCall(`${text} is no address`)
  }
  if (!['http:', 'https:'].includes(url.protocol)) throw new WrongCall(`${text} must begin with https:// or http://`)
  return url
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
      page: { type: 'string' },
      chain: { type: 'string' },
      'chain-id': { type: 'string' },
      contract: { type: 'string' },
      sender: { type: 'string' },
      'anchored-within': { type: 'string', default: '60' },
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
  const page = publicPage(args.address, args.page, stopping)
  let pageDue = 0
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
        if (findings.length === 0 && head && args.anchors)
          findings.push(...(await anchorFindings(head, folder, files, { place: args.anchors, stopping })))
        if (findings.length === 0 && performance.now() >= pageDue) {
          const checked = await checkScripts(folder, files, page, { history, stopping })
          findings.push(...checked.findings)
          history = checked.history
          if (findings.length === 0) pageDue = performance.now() + pageEveryMs
        }
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

/**
 * Compares the scripts of the page with the released ones. A server enters those of a new version within seconds of its start, so
 * that the log is read once more before anything is said.
 */
async function checkScripts(
  folder: WatchFolder,
  files: ReturnType<typeof publicFiles>,
  page: PageFiles,
  { history, stopping }: { history: LogHistory; stopping: AbortSignal },
): Promise<FollowResult> {
  try {
    let findings = await checkPageScripts(page, history.scripts, sha256)
    if (findings.length === 0) return { findings, head: null, history }
    await pause(releaseMs, undefined, { signal: stopping })
    const followed = await readLogOnce(folder, files, history, say)
    if (followed.findings.length > 0) return followed
    findings = await checkPageScripts(page, followed.history.scripts, sha256)
    return { ...followed, findings }
  } catch (error) {
    if (error instanceof FindingError) return { findings: [error.finding], head: null, history }
    throw error
  }
}

/** What a head and the chain do not agree about. */
async function anchorFindings(
  head: LogHead,
  folder: WatchFolder,
  files: ReturnType<typeof publicFiles>,
  { place, stopping }: { place: AnchorPlace; stopping: AbortSignal },
): Promise<Finding[]> {
  const read = async () => openHead(await files.checkpoint(), folder.keys)
  try {
    return await checkAnchors(head, files, place, read, stopping)
  } catch (error) {
    if (error instanceof FindingError) return [error.finding]
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
