import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { SettingsError } from '../settings.ts'
import { flushFolder, makeFileOnce, moveSafely } from '../installation/write-file.ts'
import { chownTo, type RunAs } from './folders.ts'
import { databaseProcesses } from './processes.ts'
import { errorMessage } from '../error-facts.ts'

export const superuser = 'timbermark_admin'

/** Marks a cluster whose creation was completed. */
const completeMark = 'timbermark.whole'

export interface ClusterOptions {
  initdb: string
  /** Folder of the cluster, existing or to be created. */
  folder: string
  /** File of the superuser's password, stored in the data folder. */
  secretFile: string
  /** The cluster is outside its data folder, so that it can outlive it. */
  outside: boolean
  user: RunAs
  durable: boolean
  say: (line: string) => void
}

/**
 * Creates the cluster when there is none: in a draft folder, which is moved to its place when it is complete. When this
 * is interrupted, that place holds a complete cluster or nothing.
 * @returns the superuser's password
 */
export async function ensureCluster(options: ClusterOptions): Promise<string> {
  const { folder, secretFile, outside, say } = options
  await removeDrafts(folder)
  if (existsSync(join(folder, 'PG_VERSION')) && !isHalfMade(folder)) {
    if (existsSync(secretFile)) return readFileSync(secretFile, 'utf8').trim()
    if (!outside)
      throw new SettingsError(
        `DATA_DIR: ${secretFile} is missing, which opens the database in ${folder}; put it back from your backup`,
      )
    say(`The data folder of an earlier database is gone; its database was moved to ${moveAside(folder, 'left')}.`)
  } else if (existsSync(folder) && readdirSync(folder).length > 0)
    say(
      `An interrupted start left an incomplete database, which was never used; it was moved to ${moveAside(folder, 'half-made')}.`,
    )
  else rmSync(folder, { recursive: true, force: true })
  // The password is stored first and stays: a cluster without its password would be useless.
  if (existsSync(secretFile) && readFileSync(secretFile, 'utf8').trim() === '') rmSync(secretFile)
  makeFileOnce(secretFile, randomBytes(24).toString('base64url'))
  const password = readFileSync(secretFile, 'utf8').trim()
  say('Creating the database ...')
  await createInDraft(options, password)
  return password
}

/**
 * Was the cluster left half made by an older version, which created clusters in place? Such a cluster was never
 * started. One restored from a base backup was not started here either, but has a `backup_label`.
 */
function isHalfMade(folder: string): boolean {
  return !['postmaster.opts', 'backup_label', completeMark].some(name => existsSync(join(folder, name)))
}

function moveAside(folder: string, why: string): string {
  const target = `${folder}.${why}-${new Date().toISOString().replace(/\D/g, '').slice(0, 14)}`
  moveSafely(folder, target)
  return target
}

const draftPrefix = (folder: string) => `${basename(folder)}.making-`

/** Removes drafts of killed starts next to the cluster's place, and ends processes that still write to them. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of readdirSync(dirname(folder))) {
    if (!name.startsWith(draftPrefix(folder))) continue
    const draft = join(dirname(folder), name)
    for (let tries = 0; existsSync(draft); tries++) {
      try {
        for (const pid of name.endsWith('.password') ? [] : databaseProcesses(draft)) process.kill(pid, 'SIGKILL')
        rmSync(draft, { recursive: true, force: true })
      } catch (error) {
        // Its creator may still be working: without its helper processes it gives up and cleans up itself.
        if (tries === 40) throw error
        await new Promise(wake => setTimeout(wake, 50))
      }
    }
  }
}

async function createInDraft({ initdb, folder, user, durable }: ClusterOptions, password: string): Promise<void> {
  const draft = join(dirname(folder), `${draftPrefix(folder)}${randomBytes(4).toString('hex')}`)
  const passwordFile = `${draft}.password`
  try {
    mkdirSync(draft, { mode: 0o700 })
    chownTo(draft, user)
    writeFileSync(passwordFile, password, { mode: 0o600, flag: 'wx' })
    chownTo(passwordFile, user)
    const args = [
      '-D',
      draft,
      '-U',
      superuser,
      '-A',
      'scram-sha-256',
      `--pwfile=${passwordFile}`,
      '-E',
      'UTF8',
      '--locale=C',
    ]
    await run(initdb, durable ? args : [...args, '--no-sync'], user)
    writeFileSync(join(draft, completeMark), '')
    chownTo(join(draft, completeMark), user)
    if (durable) flushFolder(draft)
    moveSafely(draft, folder)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    throw new Error(`The database could not be created in ${folder}: ${errorMessage(error)}`, { cause: error })
  } finally {
    rmSync(passwordFile, { force: true })
  }
}

function run(program: string, args: string[], user: RunAs): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { ...user, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] })
    const end = () => child.kill('SIGTERM')
    process.once('exit', end)
    let output = ''
    child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text))
    child.once('error', reject)
    child.once('close', code => {
      process.off('exit', end)
      if (code === 0) resolve()
      else reject(new Error(output.trim() || `${basename(program)} ended with ${code}`))
    })
  })
}
