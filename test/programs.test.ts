import { expect, test } from 'vitest'
import { blankComments, read, sources } from './source.ts'

/** Programs that are no part of this repository and its packages, and what happens on a machine that lacks them. */
const outside: Readonly<Record<string, string>> = {
  'apt-get':
    'fetches nginx and PgBouncer for tests where there are none; without it the configuration of nginx and the pooler are not tried, and the run says so',
  chmod:
    'part of every system with a shell; only called when root starts the server. Without it the database cannot start as another user',
  cp: 'part of every system with a shell; copies a data folder in tests that restore one',
  'dpkg-deb': 'unpacks nginx and PgBouncer for tests, as apt-get',
  git: 'only `npm test -- changed` calls it, and says that it cannot',
  mount: 'the fault of a full disk; the campaign leaves that fault out where nothing can be mounted',
  nginx:
    'tests of deploy/nginx, and SITE=nginx; without it and apt-get the two processes are tried without a proxy, and the run says so',
  npm: 'installs packages before the first start, and is how everything is started; comes with Node',
  openssl:
    'certificates of the tests of nginx, and the recipe by which a stranger checks a proof; without it those tests are left out',
  pgbouncer: 'tests of the server behind a pooler; without it and apt-get they are left out, and the run says so',
  powershell: 'only on Windows, where it is part of the system: names the process of a database',
  ps: 'only where there is no /proc (macOS), where it is part of the system: names the processes of a database',
  python3:
    'the independent verifier of proof answers (3.9 or later); without it the test says so and compares the product with its recorded verdicts',
  sh: 'runs the recipe by which a stranger checks a proof; part of every system but Windows',
  sync: 'part of every system with a shell; without it a loss of power may lose the copied programs of the database, which are copied again',
  systemctl: 'only deploy/rolling-restart.mjs, which restarts what systemd runs; other commands can be named instead',
  umount: 'as mount',
}

/** Calls whose program is not written where it is called: which it is. `ours` comes with the packages. */
const computed: Readonly<Record<string, readonly string[]>> = {
  // What the operator's commands are: by default nginx and systemctl, which the machine has that they are for.
  'deploy/rolling-restart.mjs: command': ['nginx', 'systemctl', 'sh'],
  'apps/server/src/backup/hook.ts: program': ['ours: the program that BACKUP_HOOK names, which is the operator’s'],
  'apps/server/src/platform/postgres/cluster.ts: program': ['ours: initdb'],
  'apps/server/src/platform/postgres/postmaster.ts: postgres': ['ours: postgres'],
  'apps/server/src/platform/postgres/processes.ts: program!': ['ps', 'powershell'],
  'apps/server/test/platform/rollback-guard.test.ts: script': ['ours: node'],
  'apps/server/test/platform/killable-postgres.ts: program': ['ours: postgres'],
  'apps/server/test/process/generated.test.ts: command': ['ours: tsc, biome, node'],
  'apps/server/test/process/nginx.ts: nginx': ['nginx'],
  'apps/server/test/process/nginx.ts: openssl': ['openssl'],
  'apps/server/test/process/pgbouncer.ts: pgbouncer': ['pgbouncer'],
  'apps/server/test/process/pgbouncer.ts: program': ['pgbouncer'],
  'scripts/check.ts: bin(program)': ['ours: tsc, biome'],
  // The same browser that all journeys are made with, from the system or from the packages.
  'scripts/chromium.ts: program': ['ours: chromium'],
  'apps/server/src/areas/ledger/anchor/anvil.ts: program': ['ours: anvil'],
  'scripts/demo-chain.mjs: node': ['ours: node'],
  'scripts/demo-witness.mjs: node': ['ours: node'],
  'scripts/run.mjs: program': ['npm', 'ours: node'],
}

/** The calls of node:child_process that name a program; a method `exec` of something else is none. */
const calls =
  /(?<![.\w])(?:spawn|spawnSync|exec|execSync|execFile|execFileSync|fork|promisify\(exec(?:File)?\))\(\s*([^\s,()]+(?:\([^()]*\))?)/g

/** Node itself, and what lies in the repository or among its packages. */
const isOurs = (program: string) =>
  program === 'process.execPath' || /^join\((root|bin)\b/.test(program) || program === "'-e'"

const files = ['apps', 'deploy', 'e2e', 'packages', 'scripts', 'test'].flatMap(place =>
  sources(place, /\.(tsx?|mjs|js|sh)$/),
)

test('every outside program that is called is listed with what happens without it, and no other is listed', () => {
  expect(
    files.filter(path => path.endsWith('.sh')),
    'a shell script calls programs that nobody lists',
  ).toEqual([])
  const called = new Set<string>()
  const unlisted: string[] = []
  const named = new Set<string>()
  for (const path of files) {
    if (path === 'test/programs.test.ts') continue
    const code = blankComments(read(path))
    if (!code.includes('node:child_process')) continue
    for (const [, program] of code.matchAll(calls)) {
      if (isOurs(program!)) continue
      const literal = /^['"`]([^'"`$]+)['"`]$/.exec(program!)?.[1]
      const place = `${path}: ${program}`
      const programs = literal ? [literal] : computed[place]
      if (!literal) named.add(place)
      if (!programs) unlisted.push(place)
      for (const one of programs ?? []) {
        if (one.startsWith('ours: ')) continue
        called.add(one)
        if (!(one in outside)) unlisted.push(place)
      }
    }
  }
  expect(unlisted).toEqual([])
  expect(
    Object.keys(outside).filter(program => !called.has(program)),
    'is called no more',
  ).toEqual([])
  expect(
    Object.keys(computed).filter(place => !named.has(place)),
    'is called no more',
  ).toEqual([])
})

test('programs are called through the names of node:child_process, so that this test sees them', () => {
  const renamed = files.filter(
    path =>
      path !== 'test/programs.test.ts' &&
      /(?:import \* as|\bas \w+[^}]*\}) from 'node:child_process'|require\(['"](?:node:)?child_process|import\(['"](?:node:)?child_process|from 'child_process'/.test(
        blankComments(read(path)),
      ),
  )
  expect(renamed).toEqual([])
})
