// Restarts processes one after the other so that nobody notices: docs/operations.md, "Restarting without an interruption".
//
//   node deploy/rolling-restart.mjs [options] [PORT ...]
//
// Without ports: every process of the upstream, in its order. A port that is not in the upstream belongs to a process
// with WEB=off, which is only restarted. Each process of the upstream is first marked `down` there and nginx reloaded,
// so that no new call reaches it; then it is restarted; when its /readyz is 200 it is put back. Options, for other ways
// of running it (commands are run by the shell, with PORT in their environment):
//
//   --conf=FILE       /etc/nginx/conf.d/timbermark.conf
//   --check=COMMAND   nginx -t
//   --reload=COMMAND  systemctl reload nginx
//   --restart=COMMAND systemctl restart timbermark@$PORT
//   --patience=SECONDS  how long a process may take to be ready again, 300
import { spawnSync } from 'node:child_process'
import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import process from 'node:process'

const options = {
  conf: '/etc/nginx/conf.d/timbermark.conf',
  check: 'nginx -t',
  reload: 'systemctl reload nginx',
  restart: 'systemctl restart timbermark@$PORT',
  patience: '300',
}
const named = []
for (const argument of process.argv.slice(2)) {
  const [, name, value] = /^--(\w+)=(.*)$/s.exec(argument) ?? []
  if (name !== undefined && name in options) options[name] = value
  else if (/^\d+$/.test(argument)) named.push(argument)
  else end(2, `${argument} is neither a port nor an option`)
}

const say = line => process.stdout.write(`${line}\n`)

function end(code, line) {
  process.stderr.write(`${line}\n`)
  process.exit(code)
}

function run(command, port) {
  const { status, signal } = spawnSync(command, {
    shell: true,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, PORT: port },
  })
  if (status !== 0) throw new Error(`"${command}" ended with ${signal ?? status}`)
}

/** Lines `server 127.0.0.1:8081 max_fails=1 fail_timeout=2s;` of the upstream, with what is before and after the semicolon. */
const line = /^(\s*server\s+(\S+):(\d+)\b[^;\n]*?)(\s+down)?(\s*;.*)$/

const processes = () =>
  readFileSync(options.conf, 'utf8')
    .split('\n')
    .map(text => line.exec(text))
    .filter(match => match !== null)
    .map(([, , host, port, down]) => ({ host, port, down: down !== undefined }))

/** Marks a process as down or up. nginx goes on with the former file when the new one is not right. */
function mark(port, down) {
  const before = readFileSync(options.conf, 'utf8')
  const after = before
    .split('\n')
    .map(text => {
      const match = line.exec(text)
      return match && match[3] === port ? `${match[1]}${down ? ' down' : ''}${match[5]}` : text
    })
    .join('\n')
  write(after)
  try {
    run(options.check, port)
  } catch (error) {
    write(before)
    throw error
  }
  run(options.reload, port)
}

/** A killed command leaves the former file or the new one, never half of one. */
function write(text) {
  const draft = `${options.conf}.new`
  writeFileSync(draft, text, { mode: statSync(options.conf).mode })
  renameSync(draft, options.conf)
}

async function isReady({ host, port }) {
  try {
    return (await fetch(`http://${host}:${port}/readyz`, { signal: AbortSignal.timeout(2000) })).ok
  } catch {
    return false
  }
}

/** Waits for a condition, at most as long as a process may take to be ready. */
async function comesTrue(isSo) {
  for (const until = Date.now() + Number(options.patience) * 1000; ; ) {
    if (await isSo()) return true
    if (Date.now() > until) return false
    await new Promise(wake => setTimeout(wake, 200))
  }
}

async function restart(port) {
  const listed = processes()
  const one = listed.find(entry => entry.port === port)
  if (!one) {
    run(options.restart, port)
    say(`${port}: restarted`)
    return
  }
  const others = listed.filter(entry => entry.port !== port && !entry.down)
  if (!(await comesTrue(async () => (await Promise.all(others.map(isReady))).includes(true))))
    throw new Error('no other process of the upstream is ready to serve meanwhile')
  mark(port, true)
  run(options.restart, port)
  if (!(await comesTrue(() => isReady(one)))) throw new Error(`it is not ready after ${options.patience} s`)
  mark(port, false)
  say(`${port}: restarted, and serving again`)
}

const ports = named.length > 0 ? named : processes().flatMap(({ port, down }) => (down ? [] : [port]))
if (ports.length === 0) end(2, `${options.conf} names no process`)
for (const port of ports) {
  try {
    await restart(port)
  } catch (error) {
    const isDown = processes().some(entry => entry.port === port && entry.down)
    end(
      1,
      `${port}: ${error.message}. The others were left alone.${isDown ? ` It is marked down in ${options.conf}; once it is ready, run this again with ${port}.` : ''}`,
    )
  }
}
