import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { ledgerLog } from './areas/ledger/log/log.ts'
import { CannotDeclare, declareBreak, type RecoveryState, loadRecoveryState } from './areas/ledger/recovery/recover.ts'
import { readSettings, SettingsError } from './platform/settings.ts'
import { openStopped } from './start/open-stopped.ts'
import { errorMessage } from './platform/error-facts.ts'

/**
 * `npm run ledger:recover`: compares the ledger with what is known to be signed, and leads out when it is behind. It
 * changes nothing in the ledger except by a declared break, which needs `--declare` and `--reason`, or an answer at a
 * terminal. As at any start, a database of an older version is migrated first.
 */
const say = (line = '') => process.stdout.write(`${line}\n`)

async function main(): Promise<number> {
  const values = parseOptions()
  const settings = readSettings('demo')
  const { services, close } = await openStopped(settings, say)
  try {
    const state = await loadRecoveryState(services)
    reportState(state)
    const { behind } = state
    if (!behind) {
      if (!values.declare) return 0
      throw new CannotDeclare('There is nothing to declare')
    }
    reportWaysOut(state)
    const reason = values.declare ? (values.reason ?? '') : await ask(state)
    if (reason === undefined) return 1
    const declared = await declareBreak(services, reason)
    const log = ledgerLog(services).at(declared.epoch)
    say()
    say(
      `The break is declared. The ledger goes on as ${log.origin}; its first entry there, number ${declared.former.size}, says why.`,
    )
    say(`Its verifier key, for those who check records themselves: ${log.verifierKey}`)
    say('Start the server: waiting reports are signed, and the alarm has ended.')
    return 0
  } finally {
    await close()
  }
}

/** @throws SettingsError for unknown options */
function parseOptions(): { reason?: string; declare: boolean } {
  try {
    return parseArgs({ options: { reason: { type: 'string' }, declare: { type: 'boolean', default: false } } }).values
  } catch (error) {
    throw new SettingsError(`ledger:recover knows --declare and --reason "…": ${errorMessage(error)}`)
  }
}

function reportState({ ours, behind, waiting }: RecoveryState): void {
  say(`The ledger here:  ${ours.origin}, ${ours.size} entries, root ${ours.root}`)
  if (!behind) {
    say('Nothing that is known to be signed is missing from it.')
    return
  }
  const who = behind.from === 'memory' ? 'the marks of this installation outside its database' : behind.from
  say(`Signed before:    ${behind.origin}, ${behind.size} entries, root ${behind.root}`)
  say(`                  known from ${who}`)
  say(`Waiting to be signed: ${waiting}`)
}

function reportWaysOut({ ours, behind }: RecoveryState): void {
  const known = behind!
  say()
  if (known.epoch === ours.epoch && known.size <= ours.size)
    say('These are two different histories of one ledger. Anyone who kept the other one can prove that it was signed.')
  else say('The database is older than the signed ledger, as after restoring a backup.')
  say('There are two ways to continue:')
  say()
  say(
    '1. Restore a newer backup, one that holds the signed entries. Nothing was changed here. Stop the server, put the newer',
  )
  say('   database in the place of this one, start again: the alarm ends by itself.')
  say(
    '2. If there is none, declare a break. The ledger goes on under a new name and key, and its first entry there says',
  )
  say('   when, why, from where, and what was lost. Everybody who looks up a product sees this. It cannot be undone:')
  say('     npm run ledger:recover -- --declare --reason "what happened, for everybody to read"')
}

async function ask({ behind }: RecoveryState): Promise<string | undefined> {
  if (!process.stdin.isTTY) return undefined
  const lines = createInterface({ input: process.stdin, output: process.stdout })
  try {
    say()
    const answer = await lines.question(
      `Declare a break now? Type the lost size, ${behind!.size}, to do so; anything else leaves: `,
    )
    if (answer.trim() !== String(behind!.size)) return undefined
    return await lines.question('The reason, for everybody to read: ')
  } finally {
    lines.close()
  }
}

main().then(
  code => process.exit(code),
  error => {
    if (error instanceof SettingsError || error instanceof CannotDeclare) console.error(error.message)
    else console.error(error)
    process.exit(1)
  },
)
