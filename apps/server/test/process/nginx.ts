import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../../src/platform/free-port.ts'
import { onPath, unpackPackages } from './debian-package.ts'
import { endProgram, untilUp } from './helper-program.ts'

const root = join(import.meta.dirname, '../../../..')
export const shippedConfiguration = readFileSync(join(root, 'deploy/nginx/timbermark.conf'), 'utf8')

/** The tools that a proxy test needs. */
export interface Tools {
  nginx: string
  openssl: string
}

/**
 * nginx (`NGINX`, else the system's, else the system's package unpacked next to the other tools of the tests, which needs no
 * rights and starts nothing) and openssl; undefined where they cannot be had.
 */
export function findTools(): Tools | undefined {
  const openssl = onPath('openssl')
  const nginx = [process.env.NGINX, onPath('nginx'), unpackedNginx].find(path => path && runs(path)) ?? unpackNginx()
  return nginx && openssl ? { nginx, openssl } : undefined
}

const runs = (nginx: string) => spawnSync(nginx, ['-v']).status === 0

const cache = join(root, 'node_modules/.cache/nginx')
const unpackedNginx = join(cache, 'usr/sbin/nginx')

/** Older versions of the package have the program in the second. */
function unpackNginx(): string | undefined {
  unpackPackages(cache, ['nginx', 'nginx-core'], () => runs(unpackedNginx))
  return runs(unpackedNginx) ? unpackedNginx : undefined
}

export interface Authority {
  /** Certificate of the authority, for those who trust it. */
  ca: string
  chain: string
  key: string
}

/** An authority of our own and a certificate for `localhost` by it, good for two days. */
export function makeAuthority(openssl: string, folder: string): Authority {
  const at = (name: string) => join(folder, name)
  const run = (...args: string[]) => {
    const { status, stderr } = spawnSync(openssl, args, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`openssl ${args.join(' ')}: ${stderr}`)
  }
  const fresh = (key: string) => ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', at(key)]
  run('req', '-x509', ...fresh('ca.key'), '-out', at('ca.pem'), '-days', '2', '-subj', '/CN=Authority of the tests')
  run('req', ...fresh('leaf.key'), '-out', at('leaf.csr'), '-subj', '/CN=localhost')
  writeFileSync(at('leaf.ext'), 'subjectAltName=DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth\n')
  const signed = ['-CA', at('ca.pem'), '-CAkey', at('ca.key'), '-CAcreateserial', '-extfile', at('leaf.ext')]
  run('x509', '-req', '-in', at('leaf.csr'), ...signed, '-days', '2', '-out', at('leaf.pem'))
  const ca = readFileSync(at('ca.pem'), 'utf8')
  writeFileSync(at('chain.pem'), readFileSync(at('leaf.pem'), 'utf8') + ca)
  return { ca, chain: at('chain.pem'), key: at('leaf.key') }
}

export interface Nginx {
  /** Ports that it listens on. */
  secure: number
  plain: number
  /** The shipped configuration as it was changed for this one. */
  configuration: string
  pid: number
  said(): string
  stop(): Promise<void>
}

/**
 * Replaces a text of the shipped configuration.
 * @throws when the text is not in it
 */
function put(text: string, original: string | RegExp, instead: string): string {
  const changed = text.replaceAll(typeof original === 'string' ? original : new RegExp(original, 'g'), instead)
  if (changed === text) throw new Error(`deploy/nginx/timbermark.conf does not say ${original}`)
  return changed
}

/**
 * The shipped configuration, changed in what an operator changes: names, certificates, ports and processes.
 * @param processes ports of the two
 * @param change for tests that look at one rule alone
 */
export async function startNginx(
  { nginx }: Tools,
  folder: string,
  {
    authority,
    processes,
    ports,
    change = text => text,
  }: {
    authority: Authority
    processes: readonly [number, number]
    ports?: { secure: number; plain: number }
    change?: (text: string) => string
  },
): Promise<Nginx> {
  const { secure, plain } = ports ?? { secure: await freePort(), plain: await freePort() }
  mkdirSync(folder, { recursive: true })
  let text = put(shippedConfiguration, /\n\s*listen \[::\][^\n]*/, '')
  text = put(text, 'listen 80;', `listen 127.0.0.1:${plain};`)
  text = put(text, 'listen 443 ', `listen 127.0.0.1:${secure} `)
  text = put(text, 'server_name trace.example.com;', 'server_name localhost;')
  text = put(text, '/etc/timbermark/tls/fullchain.pem', authority.chain)
  text = put(text, '/etc/timbermark/tls/privkey.pem', authority.key)
  text = put(text, '127.0.0.1:8081', `127.0.0.1:${processes[0]}`)
  text = put(text, '127.0.0.1:8082', `127.0.0.1:${processes[1]}`)
  const configuration = join(folder, 'timbermark.conf')
  writeFileSync(configuration, change(text))
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  writeFileSync(
    join(folder, 'nginx.conf'),
    [
      // Its helpers may read the folder of the tests only as the user who runs the tests.
      ...(process.getuid?.() === 0 ? ['user root;'] : []),
      'daemon off;',
      'worker_processes 1;',
      `pid ${folder}/nginx.pid;`,
      'error_log stderr warn;',
      'events { worker_connections 512; }',
      'http {',
      // Where it is only unpacked, the folder of its logs does not exist.
      '  access_log off;',
      ...kinds.map(kind => `  ${kind}_temp_path ${folder}/${kind};`),
      `  include ${folder}/timbermark.conf;`,
      '}',
      '',
    ].join('\n'),
  )
  const child = spawn(nginx, ['-p', folder, '-e', 'stderr', '-c', join(folder, 'nginx.conf')], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (output += chunk))
  await untilUp(
    'nginx',
    child,
    () => answersAt(plain),
    () => output,
  )
  return { secure, plain, configuration, pid: child.pid!, said: () => output, stop: () => endProgram(child) }
}

/** Another name is answered by a closed connection. */
const answersAt = (port: number): Promise<boolean> =>
  fetch(`http://localhost:${port}/`, { redirect: 'manual' }).then(
    () => true,
    () => false,
  )
