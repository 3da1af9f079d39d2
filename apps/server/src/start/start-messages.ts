import type { DemoAccount } from '../seed/demo-accounts.ts'

/** Whose enterprise has all first steps before it. */
const newcomer = 'start-admin'

/** Demonstration accounts in the order in which a newcomer needs them. */
const parts = [
  { role: 'enterpriseAdmin', username: 'start-admin', path: '/login', what: 'a new company with everything to do' },
  { role: 'enterpriseAdmin', username: 'zj-admin', path: '/login', what: 'a company with a year of goods and records' },
  { role: 'enterpriseAdmin', username: 'huzhou-admin', path: '/login', what: 'a factory that takes goods over' },
  { role: 'fieldReporter', username: 'zj-field', path: '/h5', what: 'the phone page: report a stage, offline too' },
  { role: 'superAdmin', username: 'admin', path: '/login', what: 'the platform: enterprises, users, settings' },
] as const

/**
 * The first steps of a newcomer, as a box for the end of the start's output.
 * @param url address for the browser
 */
export function firstStepsText(url: string, accounts: readonly DemoAccount[]): string {
  const base = url.replace(/\/$/, '')
  const known = parts.flatMap(part => {
    // Demonstrations of earlier releases lack some of them.
    const account = accounts.find(({ username }) => username === part.username)
    return account ? [{ ...part, account }] : []
  })
  const [first, ...others] = known
  if (!first) return box([`Open ${base}/login`])
  return box([
    'Do this first',
    '',
    `1. Open     ${base}/login`,
    `2. Sign in  ${first.account.username}   ${first.account.password}`,
    first.account.username === newcomer
      ? '3. Follow the first steps on the home page.'
      : '3. Read on the home page what waits.',
    '',
    ...others.flatMap(({ account, path, what }) => [
      `${base}${path}`,
      `   ${account.username}   ${account.password}   ${what}`,
    ]),
    `${base}/c`,
    '   no account needed: what a buyer sees of a code',
  ])
}

/** @returns the lines in a frame as wide as the longest */
function box(lines: readonly string[]): string {
  const width = Math.max(...lines.map(line => line.length))
  const edge = '-'.repeat(width + 2)
  return [`+${edge}+`, ...lines.map(line => `| ${line.padEnd(width)} |`), `+${edge}+`].join('\n')
}

/**
 * A duration for people: tenths of a second, whole seconds from ten on.
 * @param milliseconds
 */
export function inSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000
  return `${seconds < 10 ? seconds.toFixed(1) : Math.round(seconds)} s`
}
