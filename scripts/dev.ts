/** Development: the server restarts when its sources change, each page is served by Vite with hot reload. */
import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const vite = join(root, 'node_modules/vite/bin/vite.js')
const children: ChildProcess[] = []

function start(title: string, args: string[], cwd: string, env: Record<string, string> = {}): void {
  const child = spawn(process.execPath, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  child.on('exit', code => code && console.log(`${title} ended with ${code}`))
  children.push(child)
}

start('server', ['--watch-path=apps/server/src', '--watch-path=packages', 'apps/server/src/start.ts', 'demo'], root)
start('trace page', [vite, 'build', '--watch', '--logLevel', 'warn'], join(root, 'apps/trace'))
start('back office', [vite, '--port', '5173'], join(root, 'apps/admin'))
start('phone page', [vite, '--port', '5174'], join(root, 'apps/h5'))
console.log(
  'back office http://localhost:5173, phone page http://localhost:5174/h5/, server and trace page http://localhost:8080',
)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill('SIGTERM')
    setTimeout(() => process.exit(0), 3000).unref()
  })
}
