import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { productionDrainSeconds, settingNames } from '../apps/server/src/platform/settings.ts'

/**
 * Compares what deploy/ says of the tree with the tree: units and images are run elsewhere, and a moved file would only be
 * missed there.
 */
const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const unit = read('deploy/systemd/timbermark@.service')
const containerfile = read('deploy/Containerfile')
const guide = read('docs/operations.md')
const example = Object.fromEntries(
  [...read('deploy/timbermark.env.example').matchAll(/^([A-Z0-9_]+)=(.*)$/gm)].map(([, name, value]) => [name, value]),
)
/** Settings of Node itself. */
const ofNode = ['NODE_COMPILE_CACHE']

/** The longest time that a server takes to end after a signal, in milliseconds: draining, and the end of what is under way. */
const endsWithin =
  productionDrainSeconds * 1000 +
  Number(
    /SIGTERM[\s\S]*?ending\.exit\(0, ([\d_]+) \+ drainMs\)/
      .exec(read('apps/server/src/start.ts'))![1]!
      .replace('_', ''),
  )

/** All values of a key of the unit, split at spaces. */
const unitValues = (key: string) =>
  [...unit.matchAll(new RegExp(`^${key}=(.*)$`, 'gm'))].flatMap(([, value]) => value!.split(' '))

describe('the systemd unit', () => {
  test('starts what is there, from where the guide puts it', () => {
    const [home] = unitValues('WorkingDirectory')
    const [program, script, mode] = unitValues('ExecStart')
    expect(guide).toContain(`in \`${home}\``)
    expect(program!.startsWith(`${home}/`)).toBe(true)
    expect(existsSync(join(root, program!.slice(home!.length)))).toBe(true)
    expect(existsSync(join(root, script!))).toBe(true)
    expect(mode).toBe('production')
    expect(guide).toContain(unitValues('EnvironmentFile')[0])
    expect(guide).toContain(
      `useradd --system --home-dir ${example.DATA_DIR} --shell /usr/sbin/nologin ${unitValues('User')[0]}`,
    )
    expect(existsSync(join(root, unitValues('Documentation')[0]!.replace(`file://${home}`, '')))).toBe(true)
  })

  test('may write where the settings of the example write, and nowhere else', () => {
    const state = unitValues('StateDirectory').map(name => `/var/lib/${name}`)
    expect(state.sort()).toEqual([example.DATA_DIR, example.MEMORY_DIR].sort())
    const environment = Object.fromEntries(unitValues('Environment').map(pair => pair.split('=') as [string, string]))
    for (const name of Object.keys(environment)) expect([...settingNames, ...ofNode]).toContain(name)
    expect(environment.NODE_COMPILE_CACHE!.startsWith(`/var/cache/${unitValues('CacheDirectory')[0]}/`)).toBe(true)
    expect(environment.PORT).toBe('%i')
    expect(example.PORT).toBeUndefined()
    expect(unitValues('ProtectSystem')).toEqual(['strict'])
    expect(unitValues('ReadWritePaths')).toEqual([])
    expect(unitValues('User')[0]).not.toBe('root')
  })

  test('leaves the server the time that it takes to end, and starts it again', () => {
    expect(Number(unitValues('TimeoutStopSec')[0]) * 1000).toBeGreaterThan(endsWithin)
    expect(unitValues('Restart')).toEqual(['always'])
    expect(unitValues('KillMode')).toEqual(['mixed'])
  })
})

describe('the container file', () => {
  const steps = containerfile
    .replaceAll(/\\\n/g, ' ')
    .split('\n')
    .filter(line => /^[A-Z]+ /.test(line))
    .map(line => ({ verb: line.slice(0, line.indexOf(' ')), rest: line.slice(line.indexOf(' ') + 1) }))
  const one = (verb: string) => steps.find(step => step.verb === verb)!.rest

  test('runs what the unit runs, as nobody special', () => {
    expect((JSON.parse(one('CMD')) as string[]).join(' ')).toBe(
      unitValues('ExecStart')
        .join(' ')
        .slice(unitValues('WorkingDirectory')[0]!.length + 1),
    )
    const order = steps.map(({ verb }) => verb)
    expect(one('USER')).toBe('node')
    expect(order.indexOf('USER')).toBeGreaterThan(order.lastIndexOf('RUN'))
    expect(order.indexOf('USER')).toBeLessThan(order.indexOf('CMD'))
    expect(one('RUN')).toContain('npm run build')
    expect(JSON.parse(read('package.json')).scripts.build).toBeDefined()
    const [, major] = /^node:(\d+)-/.exec(one('FROM'))!
    expect(Number(major)).toBeGreaterThanOrEqual(Number(/\d+/.exec(JSON.parse(read('package.json')).engines.node)![0]))
  })

  test('its settings are settings, its volumes are what they name, and its port is the documented one', () => {
    const set = Object.fromEntries(
      steps
        .filter(({ verb }) => verb === 'ENV')
        .flatMap(({ rest }) => rest.split(' ').map(pair => pair.split('=') as [string, string])),
    )
    for (const name of Object.keys(set)) expect([...settingNames, ...ofNode]).toContain(name)
    const volumes = JSON.parse(one('VOLUME')) as string[]
    expect(volumes.sort()).toEqual([set.DATA_DIR, set.MEMORY_DIR].sort())
    for (const volume of volumes) {
      expect(one('RUN')).toMatch(new RegExp(`chown node:node .*${volume}( |$)`))
      expect(guide).toMatch(new RegExp(`--volume \\S+:${volume}( |$)`, 'm'))
    }
    expect(one('EXPOSE')).toBe(set.PORT)
    expect(Number(/--stop-timeout (\d+)/.exec(guide)![1]) * 1000).toBeGreaterThan(endsWithin)
    expect(one('STOPSIGNAL')).toBe('SIGTERM')
  })

  test('leaves out what is secret or made anew, and nothing that is built or run', () => {
    const left = read('.dockerignore').trim().split('\n')
    expect(left).toEqual(expect.arrayContaining(['.git', '.data', '**/node_modules', '**/dist']))
    for (const needed of ['apps', 'packages', 'scripts', 'package.json', 'package-lock.json', 'docs', 'e2e'])
      expect(left).not.toContain(needed)
  })

  test('its health check says what the server says', async () => {
    const words = JSON.parse(one('HEALTHCHECK').replace(/^.*?CMD /, '')) as string[]
    let status = 200
    const requestedUrls: string[] = []
    const server = createServer((request, response) => {
      requestedUrls.push(request.url!)
      response.writeHead(status).end()
    })
    await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    const checked = () =>
      new Promise(resolve =>
        spawn(join(root, words[0]!), words.slice(1), { env: { PORT: String(port) } }).once('exit', resolve),
      )
    expect(await checked()).toBe(0)
    status = 503
    expect(await checked()).toBe(1)
    await new Promise(done => server.close(done))
    expect(await checked()).toBe(1)
    expect(requestedUrls).toEqual(['/healthz', '/healthz'])
    expect(read('apps/server/src/app.ts')).toContain("'/healthz'")
  })
})
