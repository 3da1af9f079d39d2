/**
 * The commands `keys:codes` and `keys:master`. Exit code: 0 done, or nothing to do; 1 not done, and nothing was
 * changed; 2 wrong call.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { assertKeyOfDatabase } from '../platform/secrets/key-of-database.ts'
import { addKeyVersions } from '../areas/code/request/new-key-version.ts'
import { CannotDeclare } from '../areas/ledger/recovery/recover.ts'
import { openInstallation } from '../backup/connect.ts'
import { BackupError } from '../platform/backup/errors.ts'
import { Database } from '../platform/database/database.ts'
import { Secrets } from '../platform/installation/secrets.ts'
import { readSettings, type Settings, SettingsError, keyFileProblems } from '../platform/settings.ts'
import { openStopped } from '../start/open-stopped.ts'
import { changeMaster } from './change-master.ts'
import { CannotChange } from './errors.ts'
import { errorMessage } from '../platform/error-facts.ts'

const usage = {
  codes: 'npm run keys:codes -- <identification of an enterprise> | --all',
  master: 'npm run keys:master -- --new-key-file <file> [--reason "…"]',
}

const usualReason = 'The key was changed by its owner; the former key vouches for this one'

const say = (line = '') => process.stdout.write(`${line}\n`)

async function main(): Promise<number> {
  const command = process.argv[2]
  if (command === 'codes') {
    const codesArguments = parseCodesArguments()
    return codesArguments ? codes(readSettings('demo'), codesArguments.identification) : misused('codes')
  }
  if (command === 'master') {
    const masterArguments = parseMasterArguments()
    return masterArguments
      ? master(readSettings('demo'), masterArguments.file, masterArguments.reason)
      : misused('master')
  }
  return misused('codes', 'master')
}

function misused(...commands: (keyof typeof usage)[]): number {
  for (const command of commands) process.stderr.write(`Usage: ${usage[command]}\n`)
  return 2
}

function parseCodesArguments(): { identification?: string } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(3),
      options: { all: { type: 'boolean', default: false } },
      allowPositionals: true,
    })
    const [identification, ...others] = positionals
    if (others.length > 0 || values.all === Boolean(identification)) return undefined
    return identification ? { identification } : {}
  } catch {
    return undefined
  }
}

function parseMasterArguments(): { file: string; reason: string } | undefined {
  try {
    const { values } = parseArgs({
      args: process.argv.slice(3),
      options: { 'new-key-file': { type: 'string' }, reason: { type: 'string', default: usualReason } },
    })
    const file = values['new-key-file']
    // Relative to the user's working folder, not to the one that npm changed to.
    return file ? { file: resolve(process.env.INIT_CWD ?? process.cwd(), file), reason: values.reason } : undefined
  } catch {
    return undefined
  }
}

/** Runs while the server runs, which is notified, or without a server. */
async function codes(settings: Settings, identification: string | undefined): Promise<number> {
  const secrets = Secrets.read(settings.masterKeyFile)
  const { urls, close } = await connectionsOf(settings)
  const database = new Database(urls)
  try {
    await assertKeyOfDatabase(database, secrets, settings.masterKeyFile)
    const versions = await database.acrossTenants('directory', db => addKeyVersions(db, secrets, identification))
    if (versions.length === 0) throw new CannotChange(`There is no enterprise ${identification}`)
    for (const one of versions) say(`${one.identification}: codes of new requests have key ${one.version} from now on`)
    say('Earlier codes are read as before. Earlier backups do not hold the new keys: make a backup now.')
    return 0
  } finally {
    await database.close()
    await close()
  }
}

async function connectionsOf(settings: Settings) {
  const { databaseUrl: serverUrl, databaseWorkerUrl } = settings
  if (serverUrl) return { urls: { serverUrl, workerUrl: databaseWorkerUrl ?? serverUrl }, close: async () => {} }
  const { ownerUrl, close } = await openInstallation(settings)
  return { urls: { serverUrl: ownerUrl, workerUrl: ownerUrl }, close }
}

async function master(settings: Settings, file: string, reason: string): Promise<number> {
  const problems = keyFileProblems(file, '--new-key-file')
  if (problems.length > 0) throw new SettingsError(problems.join('\n'))
  const next = Secrets.read(file, '--new-key-file')
  const { services, close } = await openStopped(settings, say)
  try {
    const changed = await changeMaster(services, { next, reason })
    if (!changed) {
      say(`The key in ${file} is the master key of this database already; nothing was changed.`)
      sayNextSteps(settings, file)
      return 0
    }
    const { former, next: begun } = changed.change
    say(
      `The master key is changed: ${changed.keys} keys of enterprises are wrapped by the new one. Every code is read as before.`,
    )
    say(`The ledger goes on as ${begun.origin}. Entry ${former.size - 1}, signed by the former key, names the new one:`)
    say(begun.verifierKey)
    sayNextSteps(settings, file)
    return 0
  } finally {
    await close()
  }
}

function sayNextSteps(settings: Settings, file: string): void {
  say()
  say(`Start the server with MASTER_KEY_FILE=${file}, or put that file in place of ${settings.masterKeyFile}.`)
  say('Keep the former key as long as you keep backups that were made with it. Make a backup now.')
}

main().then(
  code => process.exit(code),
  error => {
    const foreseen = [SettingsError, BackupError, CannotDeclare, CannotChange].some(kind => error instanceof kind)
    console.error(foreseen ? errorMessage(error) : error)
    process.exit(1)
  },
)
