import { createHash } from 'node:crypto'
import { renameSync, rmSync, statSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SettingsError } from '../settings.ts'

/** Held for as long as the process lives, however it ends: the kernel releases it with the process. */
export interface FolderLock {
  release(): Promise<void>
}

/** What the holder answers to a process that finds the folder taken. */
interface Holder {
  pid?: number
  address?: string
}

/**
 * Takes a data folder for this process alone. The lock is a socket named after the folder's identity on its disk, so
 * that a link or a second mount of the same folder gives the same name: an abstract socket on Linux and a pipe on
 * Windows, which leave nothing behind; elsewhere a file in the temporary folder, whose owner is asked whether it lives.
 * @param address where this process serves, reported to the next process
 * @throws SettingsError when another process holds it; names the folder, the process and its address
 */
export async function lockFolder(folder: string, address?: string): Promise<FolderLock> {
  const name = lockName(folder)
  const holder: Holder = { pid: process.pid, ...(address ? { address } : {}) }
  const server = (await listen(name, holder)) ?? (await listenInsteadOfDead(name, holder))
  if (!server) throw new SettingsError(takenBy(folder, (await askHolder(name)) ?? {}))
  return { release: () => new Promise(done => server.close(() => done())) }
}

/** One sentence for the process that comes second. */
function takenBy(folder: string, { pid, address }: Holder): string {
  const who = [pid ? `process ${pid}` : '', address ?? ''].filter(part => part).join(', ')
  return `DATA_DIR: Timbermark already runs with ${folder}${who ? ` (${who})` : ''}; stop it first, or set DATA_DIR to another folder`
}

function lockName(folder: string): string {
  const { dev, ino } = statSync(folder, { bigint: true })
  const name = `timbermark-${createHash('sha256').update(`${dev}/${ino}`).digest('hex').slice(0, 32)}`
  if (process.platform === 'linux') return `\0${name}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

/** @returns undefined when the name is taken */
function listen(name: string, holder: Holder): Promise<Server | undefined> {
  const server = createServer(asker => {
    asker.on('error', () => {})
    asker.end(JSON.stringify(holder))
  })
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    )
    server.listen({ path: name }, () => {
      server.on('error', () => {})
      server.unref()
      resolve(server)
    })
  })
}

/** A socket file outlives a killed process. It is moved before it is asked, so that no other process's socket is removed. */
async function listenInsteadOfDead(name: string, holder: Holder): Promise<Server | undefined> {
  if (process.platform === 'linux' || process.platform === 'win32' || (await askHolder(name))) return undefined
  const moved = `${name}.${process.pid}`
  try {
    renameSync(name, moved)
  } catch {
    return undefined
  }
  if (await askHolder(moved)) {
    renameSync(moved, name)
    return undefined
  }
  rmSync(moved, { force: true })
  return listen(name, holder)
}

/** @returns what the holder answers; an empty object when it is frozen; undefined when nobody listens */
function askHolder(name: string): Promise<Holder | undefined> {
  return new Promise(resolve => {
    let reply = ''
    const socket = connect({ path: name })
    const answer = (holder: Holder | undefined) => {
      clearTimeout(timeout)
      socket.destroy()
      resolve(holder)
    }
    const timeout = setTimeout(() => answer({}), 3000)
    socket.setEncoding('utf8').on('data', text => (reply += text))
    socket.once('error', () => answer(undefined))
    socket.once('end', () => {
      try {
        answer(JSON.parse(reply) as Holder)
      } catch {
        answer({})
      }
    })
  })
}
