/**
 * `npm run account:rescue`: lets an administrator of the platform sign in again, whether the server runs or is stopped.
 * Exit code: 0 done; 1 not done, and nothing was changed; 2 wrong call.
 */
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import {
  listAdministrators,
  type Rescue,
  rescueAdministrator,
  type RescueTarget,
} from './areas/system/people/rescue.ts'
import { openInstallation } from './backup/connect.ts'
import { BackupError, explainError } from './platform/backup/errors.ts'
import { Database } from './platform/database/database.ts'
import { readSettings, type Settings } from './platform/settings.ts'

const usage = 'npm run account:rescue -- <user name> --second-factor | --password | both [--yes]'

const say = (line = '') => process.stdout.write(`${line}\n`)

async function main(): Promise<number> {
  const wanted = parseArguments()
  if (!wanted) {
    process.stderr.write(`Usage: ${usage}\n`)
    return 2
  }
  const { urls, close } = await connect(readSettings('demo'))
  const database = new Database(urls)
  try {
    const target = await findTarget(database, wanted.userName)
    if (!wanted.confirmed && !(await confirm(target, wanted.rescue))) {
      process.stderr.write('Nothing was changed: type the user name to go on, or add --yes\n')
      return 1
    }
    const { factorRemoved } = await rescueAdministrator(database, target, wanted.rescue, password =>
      say(`One-time password of ${target.userName}, valid for 72 hours, to set another one with: ${password}`),
    )
    if (wanted.rescue.secondFactor)
      say(
        factorRemoved
          ? `The second factor of ${target.userName} and its recovery codes are removed.`
          : `${target.userName} had no second factor.`,
      )
    say(
      `The sessions of ${target.userName} are ended. The operation log has an entry, and every administrator a message.`,
    )
    return 0
  } finally {
    await database.close()
    await close()
  }
}

function parseArguments(): { userName: string; rescue: Rescue; confirmed: boolean } | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: process.argv.slice(2),
      options: {
        'second-factor': { type: 'boolean', default: false },
        password: { type: 'boolean', default: false },
        yes: { type: 'boolean', default: false },
      },
      allowPositionals: true,
    })
    const [userName, ...others] = positionals
    const rescue = { secondFactor: values['second-factor'], password: values.password }
    if (!userName || others.length > 0 || !(rescue.secondFactor || rescue.password)) return undefined
    return { userName, rescue, confirmed: values.yes }
  } catch {
    return undefined
  }
}

/** The worker's role sees the rows of the platform, which row security hides from an owner who is no superuser. */
async function connect(settings: Settings) {
  const { databaseUrl: serverUrl, databaseWorkerUrl: workerUrl } = settings
  if (serverUrl || workerUrl)
    return { urls: { serverUrl: serverUrl ?? workerUrl!, workerUrl: workerUrl ?? serverUrl! }, close: async () => {} }
  const { ownerUrl, close } = await openInstallation(settings)
  return { urls: { serverUrl: ownerUrl, workerUrl: ownerUrl }, close }
}

/** @throws BackupError that names the administrators there are */
async function findTarget(database: Database, userName: string): Promise<RescueTarget> {
  const administrators = await listAdministrators(database)
  const target = administrators.find(one => one.userName.toLowerCase() === userName.toLowerCase())
  if (target) return target
  const names = administrators.map(one => one.userName).join(', ')
  throw new BackupError(
    `${userName} is no administrator of the platform${names ? `; these are: ${names}` : ''}. Others are helped in the back office`,
  )
}

async function confirm({ userName, enabled, hasFactor }: RescueTarget, rescue: Rescue): Promise<boolean> {
  if (!process.stdin.isTTY) return false
  const steps = [
    ...(rescue.password ? [`set a one-time password${enabled ? '' : ' and enable the account'}`] : []),
    ...(rescue.secondFactor && hasFactor ? ['remove the second factor'] : []),
    'end all sessions',
  ]
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    say(`This will, for the administrator ${userName}: ${steps.join('; ')}. Every administrator is notified.`)
    return (await lines.question('Type the user name to go on: ')).trim() === userName
  } finally {
    lines.close()
  }
}

main().then(
  code => process.exit(code),
  error => {
    const sentence = explainError(error)
    if (sentence === undefined) console.error(error)
    else process.stderr.write(`Nothing was changed: ${sentence}\n`)
    process.exit(1)
  },
)
