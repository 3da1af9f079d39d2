import { copyFileSync } from 'node:fs'
import { join } from 'node:path'
import { inject } from 'vitest'
import { freePort } from '../../src/platform/free-port.ts'
import { markReady } from '../../src/platform/installation/installation.ts'
import type { World } from '../harness.ts'
import { type ServerProcess, startServer } from './server-process.ts'

export interface Pair {
  servers: [ServerProcess, ServerProcess]
  /** Ports that they listen on. */
  ports: [number, number]
  /** Starts a process of this installation, once more or one more, and does not wait. */
  start(port: number, more?: Record<string, string>): ServerProcess
}

/**
 * Two processes of `npm run serve` on the database and the files of a world, which did not listen itself, with the address
 * that people reach them by.
 * @param folder where the key may lie, apart from the data
 * @param environment settings beyond those
 */
export async function startPair(
  { services, admin }: World,
  folder: string,
  environment: Record<string, string> = {},
): Promise<Pair> {
  // Made by the test helpers, it never had a first start.
  await services.database.acrossTenants('seed', markReady)
  const { dataDir, memoryDir, masterKeyFile, publicUrl } = services.settings
  const keyFile = join(folder, 'master.key')
  copyFileSync(masterKeyFile, keyFile)
  const { rows } = await admin.query<{ name: string }>('select current_database() as name')
  const at = (url: string) => Object.assign(new URL(url), { pathname: `/${rows[0]!.name}` }).toString()
  const cluster = inject('cluster')
  const ports: Pair['ports'] = [await freePort(), await freePort()]
  const start = (port: number, more: Record<string, string> = {}) =>
    startServer({
      mode: 'production',
      dataDir,
      port,
      environment: {
        DATABASE_EMBEDDED: 'off',
        DATABASE_URL: at(cluster.serverUrl),
        DATABASE_WORKER_URL: at(cluster.workerUrl),
        MASTER_KEY_FILE: keyFile,
        MEMORY_DIR: memoryDir!,
        PUBLIC_URL: publicUrl,
        TRUST_PROXY: '127.0.0.1',
        ...environment,
        ...more,
      },
    })
  const servers: Pair['servers'] = [start(ports[0]), start(ports[1])]
  await Promise.all(servers.map(server => server.hear(/is ready at/)))
  return { servers, ports, start }
}
