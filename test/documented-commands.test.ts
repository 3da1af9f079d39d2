import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './source.ts'

/**
 * Every command and SQL statement that the documents tell somebody to run is run by a test, or listed here with the reason
 * why not. A statement that nobody ran deleted no rows for months.
 */
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'))
    .filter(name => name.endsWith('.md'))
    .map(name => `docs/${name}`),
]

/** A test file, and a text in it that shows that it runs the command. */
type Tried = readonly [file: string, text: string]
interface Untried {
  untried: string
}

const server = 'apps/server/test'
const forDevelopers = { untried: 'a tool of developers; those who change the code run it daily' }
const measures = { untried: 'measures for minutes; its figures are in docs/results.md' }

/** The commands of `npm`: the file that knows their options, and the test that runs them. */
const commands: Readonly<Record<string, { program: string; by: Tried | Untried }>> = {
  start: { program: 'apps/server/src/start.ts', by: [`${server}/backup/moment.test.ts`, 'startServer({ dataDir,'] },
  serve: { program: 'apps/server/src/start.ts', by: [`${server}/upgrade/own-database.test.ts`, "mode: 'production'"] },
  backup: {
    program: 'apps/server/src/backup/run.ts',
    by: [`${server}/backup/commands.test.ts`, "['backup', 'backup']"],
  },
  restore: { program: 'apps/server/src/backup/run.ts', by: [`${server}/backup/commands.test.ts`, "['restore',"] },
  'restore:enterprise': {
    program: 'apps/server/src/backup/enterprise/run.ts',
    by: [`${server}/backup/enterprise-command.test.ts`, "'--plan', 'plan.csv'"],
  },
  'backup:check': { program: 'apps/server/src/backup/run.ts', by: [`${server}/backup/commands.test.ts`, "['check',"] },
  'backup:key': { program: 'apps/server/src/backup/run.ts', by: [`${server}/upgrade/own-database.test.ts`, "['key',"] },
  'backup:base': {
    program: 'apps/server/src/backup/moment-run.ts',
    by: [`${server}/backup/moment.test.ts`, "['base',"],
  },
  'restore:moment': {
    program: 'apps/server/src/backup/moment-run.ts',
    by: [`${server}/backup/moment.test.ts`, "['moment',"],
  },
  'account:rescue': {
    program: 'apps/server/src/account-rescue.ts',
    by: [`${server}/upgrade/own-database.test.ts`, "run('account-rescue.ts'"],
  },
  'keys:codes': { program: 'apps/server/src/keys/run.ts', by: [`${server}/upgrade/own-database.test.ts`, "['codes',"] },
  'keys:master': { program: 'apps/server/src/keys/run.ts', by: [`${server}/keys/master.test.ts`, 'keys/run.ts'] },
  'ledger:recover': {
    program: 'apps/server/src/ledger-recover.ts',
    by: [`${server}/ledger/recover.test.ts`, 'ledger-recover.ts'],
  },
  'ledger:monitor': {
    program: 'apps/server/src/ledger-monitor.ts',
    by: [`${server}/monitor-log/monitor.test.ts`, 'ledger-monitor.ts'],
  },
  'ledger:chain': {
    program: 'apps/server/src/ledger-chain.ts',
    by: [`${server}/anchor/demo-chain.test.ts`, 'ledger-chain.ts'],
  },
  witness: {
    program: 'apps/server/src/ledger-witness.ts',
    by: [`${server}/witness/witness-process.ts`, 'ledger-witness.ts'],
  },
  verify: {
    program: 'apps/trace/src/verifier/command.ts',
    by: ['apps/trace/test/verifier-command.test.ts', 'verifier/command.ts'],
  },
  'files:copy': {
    program: 'apps/server/src/platform/files/copy-to-store.ts',
    by: {
      untried: 'its function is run on a bucket by object-store.test.ts; the command around it only reads the settings',
    },
  },
  build: { program: 'scripts/run.mjs', by: { untried: 'every run of all tests begins with it' } },
  check: { program: 'scripts/check.ts', by: { untried: 'every run of all tests contains it' } },
  test: { program: 'scripts/test.ts', by: { untried: 'is what runs this test' } },
  dev: { program: 'scripts/dev.ts', by: forDevelopers },
  'dev:wechat': { program: 'apps/server/test/stand-ins/messaging-platform/start.ts', by: forDevelopers },
  bench: { program: 'scripts/bench.ts', by: measures },
  faults: { program: 'scripts/faults.ts', by: measures },
  soak: { program: 'scripts/soak.ts', by: measures },
}

const needsRoot = 'changes the machine as root; test/deploy.test.ts checks the files that it installs'

/** Other programs, by the beginning of the line. */
const programs: readonly [begin: RegExp, by: Tried | Untried][] = [
  [/^openssl rand /, { untried: 'random bytes of the system; a key of the same form is made and read by many tests' }],
  [/^(useradd|install|chown|systemctl) /, { untried: needsRoot }],
  [/^podman /, { untried: 'needs podman; test/deploy.test.ts checks the file that it builds' }],
  [/^nginx -t/, [`${server}/process/nginx.ts`, 'nginx']],
  [/^cd \/srv\/mirror && python3 /, { untried: 'serves a folder; monitor.test.ts serves one by itself' }],
  [/^node apps\/trace\/test\/independent-verifier\.ts$/, forDevelopers],
  [/^git (rev-parse|grep)/, { untried: 'reads the repository' }],
  [/^node packages\/ledger\/bench\//, measures],
  [
    /^cd \/opt\/timbermark && .*rolling-restart\.mjs/,
    [`${server}/process/rolling-restart.test.ts`, 'rolling-restart.mjs'],
  ],
  [/^node scripts\/run\.mjs$/, { untried: 'is what every npm command runs' }],
]

/** SQL statements, by their beginning. */
const statements: readonly [begin: RegExp, by: Tried | Untried][] = [
  [/^alter role … login password/, [`${server}/upgrade/own-database.test.ts`, 'login password']],
  [/^create role owner login createrole/, [`${server}/upgrade/own-database.test.ts`, 'login createrole']],
  [/^create database timbermark owner/, [`${server}/upgrade/from-earlier.test.ts`, 'create database ']],
  [/^grant timbermark_worker to owner with/, [`${server}/upgrade/own-database.test.ts`, 'grant timbermark_worker to']],
  [
    /^revoke execute on function lo_create/,
    [`${server}/../migrations/0165-rights-of-the-server-role.sql`, 'lo_create'],
  ],
  [
    /^alter role … in database … set/,
    { untried: 'what a start behind a pooler does itself; behind-pgbouncer.test.ts reads it' },
  ],
  [
    /^select application_name, state, sync_state from pg_stat_replication/,
    [`${server}/../faults/database-node.ts`, 'pg_stat_replication'],
  ],
  [
    /^alter system set synchronous_standby_names/,
    [`${server}/../faults/database-node.ts`, 'synchronous_standby_names'],
  ],
  [/^select pg_promote\(\)/, [`${server}/../faults/database-node.ts`, 'pg_promote']],
  [/^select pg_last_wal_receive_lsn\(\)/, { untried: 'only reads how far a standby is' }],
  // In guides for developers: lines of a migration, which every test of the server runs.
  [/^create table$|^select protect\(/, [`${server}/cluster.ts`, 'migrate(']],
]

interface Documented {
  document: string
  line: string
}

const withoutBlocks = (text: string) => text.replace(/^```[\s\S]*?^```/gm, '')

/** Lines of blocks with joined continuations, and code in sentences. */
function codeOf(document: string): Documented[] {
  const text = read(document)
  const blocks = [...text.matchAll(/^```\w*\n([\s\S]*?)^```/gm)].flatMap(([, block]) =>
    block!.replace(/\\\n\s*/g, '').split('\n'),
  )
  const spans = [...withoutBlocks(text).matchAll(/`([^`]+)`/g)].map(([, span]) => span!.replace(/\s+/g, ' '))
  return [...blocks, ...spans].map(line => ({ document, line: line.trim() }))
}

const code = documents.flatMap(codeOf)
const npmCall = /(?:^|\s|&& )npm (?:run )?(start|test|[a-z:]+)(?=\s|$)/
const settings = /^(?:[A-Z0-9_]+=(?:'[^']*'|\S+)\s+)+/

function holds([file, text]: Tried): boolean {
  return existsSync(join(root, file)) && read(file).includes(text)
}

test('there are commands and statements at all', () => {
  expect(code.filter(({ line }) => npmCall.test(line)).length).toBeGreaterThan(40)
})

test('every npm command in the documents exists, is run by a test or has a reason, and has the documented options', () => {
  const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts)
  const wrong: string[] = []
  const met = new Set<string>()
  for (const { document, line } of code) {
    const name = npmCall.exec(line)?.[1]
    if (!name) continue
    const command = commands[name]
    met.add(name)
    if (!scripts.includes(name) || !command) wrong.push(`${document}: ${line}`)
    else
      for (const [, option] of line.replace(/#.*/, '').matchAll(/ --([a-z][a-z-]+)/g))
        if (!new RegExp(`['"-]?\\b${option}\\b`).test(read(command.program)))
          wrong.push(`${document}: --${option} in ${line}`)
  }
  expect(wrong).toEqual([])
  expect(Object.keys(commands).filter(name => !met.has(name))).toEqual([])
  const untrue = Object.entries(commands).filter(([, { by }]) => !('untried' in by) && !holds(by))
  expect(untrue.map(([name]) => name)).toEqual([])
})

test('every other program and every SQL statement in the documents is run by a test or has a reason', () => {
  const program = /^(openssl|useradd|install|chown|systemctl|podman|nginx|git|node|cd|psql|curl|kill|pg_\w+ -)\b/
  const statement = /^(alter|create|grant|revoke|drop|delete|update|insert|select)\s+(\w|…)/
  const wrong = code
    .map(({ document, line }) => ({ document, line: line.replace(settings, '') }))
    .filter(({ line }) => program.test(line) || statement.test(line))
    .filter(({ line }) => {
      const by = [...programs, ...statements].find(([begin]) => begin.test(line))?.[1]
      return !by || (!('untried' in by) && !holds(by))
    })
  expect(wrong.map(({ document, line }) => `${document}: ${line}`)).toEqual([])
})

/** The texts of a folder's TypeScript files, in which an argument of a command is a quoted word. */
function textsIn(folder: string): string {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => read(`${folder}/${name}`))
    .join('\n')
}

test('every fault and every benchmark that the documents name exists', () => {
  const known: Readonly<Record<string, string>> = {
    faults: textsIn('apps/server/faults'),
    bench: read('scripts/bench.ts'),
  }
  const named = code.flatMap(({ document, line }) => {
    const [, command = '', words = ''] = /^npm run (faults|bench)((?: -- | )[a-z][a-z -]*)?$/.exec(line) ?? []
    return words
      .split(' ')
      .filter(word => /^[a-z]/.test(word))
      .map(word => ({ document, command, word }))
  })
  expect(named.length).toBeGreaterThan(12)
  expect(named.filter(({ command, word }) => !known[command]!.includes(`'${word}'`))).toEqual([])
})
