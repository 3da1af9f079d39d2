import type { DemoAccount } from '../seed/demo-accounts.ts'

/** Demonstration accounts in the order in which a newcomer needs them. */
const parts = [
  {
    role: 'enterpriseAdmin',
    username: 'zj-admin',
    path: '/login',
    what: 'a company: products, batches, codes, labels',
  },
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
    const account =
      accounts.find(({ username }) => username === part.username) ?? accounts.find(({ role }) => role === part.role)
    return account ? [{ ...part, account }] : []
  })
  const [first, ...others] = known
  if (!first) return box([`Open ${base}/login`])
  return box([
    'Do this first',
    '',
    `1. Open     ${base}/login`,
    `2. Sign in  ${first.account.username}   ${first.account.password}`,
    '3. Follow the first steps on the home page.',
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
