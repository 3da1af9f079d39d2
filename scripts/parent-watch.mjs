import { readFileSync } from 'node:fs'

const everyMs = 500

/** The parent of a process, and its command; undefined where the system does not tell. */
function lookUp(pid) {
  try {
    // The name in brackets may hold anything; the fields after it may not.
    const [, name, fields] = /^\d+ \((.*)\) (.*)$/s.exec(readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? []
    return { name, parent: Number(fields.split(' ')[1]) }
  } catch {
    return undefined
  }
}

/** Our parent and, when that is the shell in which npm runs a script, npm itself. */
function starters() {
  const parent = process.ppid
  const shell = lookUp(parent)
  return shell && /^(sh|dash|bash|ash|busybox)$/.test(shell.name) ? `${parent} ${shell.parent}` : String(parent)
}

/**
 * Calls back once when the npm that started this process has ended: nobody hears Ctrl-C or a supervisor's signal for us any
 * more. Does nothing for a process that npm did not start, which may be meant to outlive its shell.
 */
export function whenNpmEnds(callback) {
  if (!process.env.npm_lifecycle_event) return
  const began = starters()
  const timer = setInterval(() => {
    if (starters() === began) return
    clearInterval(timer)
    callback()
  }, everyMs)
  timer.unref()
}
