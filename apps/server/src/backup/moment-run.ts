/**
 * The commands `backup:base` and `restore:moment`. Exit code: 0 done; 1 not done, and nothing incomplete is left; 2 wrong
 * call.
 */
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { explainError } from '../platform/backup/errors.ts'
import { readSettings } from '../platform/settings.ts'
import { makeBase } from './base.ts'
import { restoreMoment } from './moment.ts'
import { progressOn } from './progress.ts'

const usage = {
  base: 'npm run backup:base -- <new folder>',
  moment:
    'npm run restore:moment -- <base copy> --archive <folder of the log> --to <moment, e.g. 2026-11-26T14:03:00Z>',
}

const say = (line: string) => process.stdout.write(`${line}\n`)
const complain = (line: string) => process.stderr.write(`${line}\n`)

// Relative to the user's working folder, not to the one that npm changed to.
const at = (path: string) => resolve(process.env.INIT_CWD ?? process.cwd(), path)

async function main(): Promise<number> {
  const command = process.argv[2]
  const progress = progressOn(say, complain)
  try {
    if (command === 'base') {
      const { positionals } = parse({})
      if (positionals?.length !== 1) return misused('base')
      const folder = at(positionals[0]!)
      const base = await makeBase(readSettings('demo'), { folder, progress })
      say(`Base copy made: ${folder}. With the archive it can be brought to any moment from ${base.takenAt} on.`)
      return 0
    }
    if (command === 'moment') {
      const { positionals, values } = parse({ archive: { type: 'string' }, to: { type: 'string' } })
      const to = new Date(String(values?.to))
      if (positionals?.length !== 1 || !values?.archive || Number.isNaN(to.getTime()) || !hasZone(String(values.to)))
        return misused('moment')
      const settings = readSettings('demo')
      await restoreMoment(settings, { base: at(positionals[0]!), archive: at(String(values.archive)), to, progress })
      say(`Restored in ${settings.dataDir} as of ${to.toISOString()}: everything committed by then, nothing after it.`)
      say('Read "After a restore" in docs/operations.md before people write.')
      return 0
    }
    return misused('base', 'moment')
  } catch (error) {
    const sentence = explainError(error)
    if (sentence === undefined) throw error
    complain(`${command === 'base' ? 'Not copied' : 'Not restored'}: ${sentence}`)
    return 1
  }
}

/** A moment without its zone would mean another one on another machine. */
const hasZone = (text: string) => /(?:Z|[+-]\d\d:?\d\d)$/.test(text)

function parse(options: Record<string, { type: 'string' }>): {
  positionals?: string[]
  values?: Record<string, string | boolean | undefined>
} {
  try {
    return parseArgs({ args: process.argv.slice(3), options, allowPositionals: true })
  } catch {
    return {}
  }
}

function misused(...commands: (keyof typeof usage)[]): number {
  for (const command of commands) complain(`Usage: ${usage[command]}`)
  return 2
}

main().then(
  code => process.exit(code),
  error => {
    console.error(error)
    process.exit(1)
  },
)
