/**
 * The command `restore:enterprise`. Exit code: 0 planned, done, or nothing to do; 1 nothing was written; 2 wrong call; 3
 * done, but some rows could not be written; 130 interrupted.
 */
import { setPriority } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { explainError } from '../../platform/backup/errors.ts'
import { readSettings } from '../../platform/settings.ts'
import { progressOn } from '../progress.ts'
import { writePlan } from './plan-file.ts'
import { type EnterpriseOptions, restoreEnterprise } from './restore-enterprise.ts'
import { restoreLines } from './restore-lines.ts'

const usage =
  'npm run restore:enterprise -- <backup> --enterprise <identification> [--plan <file.json or file.csv>] [--tables <a,b>] [--except <table/key,…>] [--overwrite <a,b> --reason "…"] [--grants] [--skip-conflicts] [--commit] [--key <file of the master key>] [--backup-key <file>]'

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

type Call = Omit<EnterpriseOptions, 'progress' | 'signal'> & { plan?: string }

async function main(): Promise<number> {
  const call = parseCall(process.argv.slice(2))
  if (!call) {
    complain(`Usage: ${usage}`)
    return 2
  }
  // People who wait for an answer have priority.
  setPriority(10)
  const stopping = new AbortController()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stopping.abort())
  const started = performance.now()
  try {
    const restored = await restoreEnterprise(readSettings('demo'), {
      ...call,
      signal: stopping.signal,
      progress: progressOn(say, complain),
    })
    if (call.plan) await writePlan(call.plan, restored)
    const seconds = (performance.now() - started) / 1000
    for (const line of restoreLines(restored, { commit: call.commit, seconds })) say(line)
    if (call.plan) say(`Every row is listed in ${call.plan}`)
    if (restored.committed) return restored.conflicts > 0 ? 3 : 0
    return call.commit && restored.conflicts > 0 ? 1 : 0
  } catch (error) {
    if (stopping.signal.aborted) {
      complain('Interrupted: nothing was written')
      return 130
    }
    const sentence = explainError(error)
    if (sentence === undefined) throw error
    complain(`Nothing was written: ${sentence}`)
    return 1
  }
}

function parseCall(args: string[]): Call | undefined {
  // Relative to the user's working folder, not to the one that npm changed to.
  const at = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path)
  const text = { type: 'string' } as const
  const flag = { type: 'boolean', default: false } as const
  try {
    const { values, positionals } = parseArgs({
      args,
      options: {
        enterprise: text,
        plan: text,
        tables: text,
        except: text,
        overwrite: text,
        reason: text,
        key: text,
        'backup-key': text,
        grants: flag,
        'skip-conflicts': flag,
        commit: flag,
      },
      allowPositionals: true,
    })
    const [folder, ...others] = positionals
    if (!folder || others.length > 0 || !values.enterprise) return undefined
    const listOf = (list: string | undefined) => list?.split(',').map(name => name.trim())
    const [tables, except, overwrite] = [values.tables, values.except, values.overwrite].map(listOf)
    return {
      folder: at(folder),
      identification: values.enterprise,
      commit: values.commit,
      grants: values.grants,
      skipConflicts: values['skip-conflicts'],
      ...(tables && { tables }),
      ...(except && { except }),
      ...(overwrite && { overwrite }),
      ...(values.reason && { reason: values.reason }),
      ...(values.plan && { plan: at(values.plan) }),
      ...(values.key && { keyFile: at(values.key) }),
      ...(values['backup-key'] && { backupKeyFile: at(values['backup-key']) }),
    }
  } catch {
    return undefined
  }
}

main().then(
  code => process.exit(code),
  error => {
    console.error(error)
    process.exit(1)
  },
)
