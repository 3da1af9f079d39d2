import { spawn } from 'node:child_process'

/** Settings that the program has no need of, because they open the database, the mail server or the bucket. */
const withheld = [
  'DATABASE_URL',
  'DATABASE_WORKER_URL',
  'DATABASE_OWNER_URL',
  'FILES_S3_SECRET',
  'LOCATION_SECRET',
  'METRICS_TOKEN',
  'SMTP_URL',
]

/** Most characters of its output that are reported. */
const maxOutput = 500

/**
 * Runs the operator's program with a finished backup, e.g. to copy it to another place. Its environment is that of this
 * command, without secrets of the installation.
 * @returns why it failed, in words; undefined when it ended with 0
 */
export function runHook(program: string, folder: string, signal?: AbortSignal): Promise<string | undefined> {
  const environment = Object.fromEntries(Object.entries(process.env).filter(([name]) => !withheld.includes(name)))
  return new Promise(resolve => {
    const child = spawn(program, [folder], { env: environment, stdio: ['ignore', 'pipe', 'pipe'], signal })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output = (output + chunk.toString()).slice(-maxOutput)
      })
    child.once('error', error => resolve(`${program} cannot be run (${error.message})`))
    child.once('close', (code, ended) =>
      resolve(code === 0 ? undefined : `${program} ended with ${ended ?? code}${output ? `: ${output.trim()}` : ''}`),
    )
  })
}
