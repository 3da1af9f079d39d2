import { cpSync, rmSync } from 'node:fs'
import { chmod, lchown, lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { call, must } from '../call.ts'
import { downloadCodes, type Prepared, requestBody, untilMade } from '../prepare.ts'
import type { EmbeddedSite } from '../site.ts'

interface RequestedCodes {
  number: number
  lines: { code: string; security: string }[]
}

async function askForCodes(site: EmbeddedSite, prepared: Prepared, name: string): Promise<RequestedCodes> {
  const address = site.addresses[0]!
  const { token } = prepared.admin
  const body = requestBody(prepared.batchId, name)
  const { id } = await must<{ id: number }>(address, 'POST', '/code/request', { token, body })
  await must(address, 'PUT', `/code/request/${id}/submit`, { token })
  await untilMade(address, token, id)
  const row = await must<{ requestNumber: number }>(address, 'GET', `/code/request/${id}`, { token })
  return { number: row.requestNumber, lines: await downloadCodes(address, token, id) }
}

/** Codes of the second request that are also codes of the first, or have the same security code in the same line. */
function shared(first: RequestedCodes, second: RequestedCodes): number {
  const known = new Set(first.lines.map(line => line.code))
  return second.lines.filter((line, place) => known.has(line.code) || line.security === first.lines[place]?.security)
    .length
}

/**
 * Copies the data folder of a stopped installation, lets it continue, restores the copy and continues from there,
 * twice: with the rollback guard outside its data folder, and without.
 * @returns what is wrong: above all codes that were assigned again
 */
export async function restoreCopy(site: EmbeddedSite, prepared: Prepared, patienceMs: number): Promise<string[]> {
  const wrong: string[] = []
  const copy = join(site.folder, 'copy')
  await site.server.kill('SIGTERM')
  await copyWhole(site.dataDir, copy)
  await site.open(patienceMs)
  const lost = await askForCodes(site, prepared, 'lost by the restore')
  const head = await logSize(site)

  for (const remembers of [true, false]) {
    const variant = remembers ? 'with what it remembers' : 'with nothing remembered'
    await site.server.kill('SIGTERM')
    rmSync(site.dataDir, { recursive: true, force: true })
    await copyWhole(copy, site.dataDir)
    if (!remembers) rmSync(site.memoryDir, { recursive: true, force: true })
    await site.open(patienceMs)
    const address = site.addresses[0]!
    const again = await askForCodes(site, prepared, `after the restore, ${variant}`)
    const same = shared(lost, again)
    // By chance two lines of so many have the same security code once in 100 million times.
    if (same > 1) wrong.push(`${variant}: ${same} of ${again.lines.length} codes were given out again`)
    if (remembers && again.number <= lost.number)
      wrong.push(`${variant}: request ${again.number} after request ${lost.number} had been made`)
    const label = await call(address, 'GET', `/trace/${lost.lines[0]!.code}`)
    if (label.how === 'done') wrong.push(`${variant}: a lost label is taken for something`)
    const readyz = await fetch(`${address}/readyz`)
    const text = await readyz.text()
    const now = await logSize(site)
    if (remembers && !text.includes('ledgerBehind'))
      wrong.push(`${variant}: readyz does not say that the ledger is behind`)
    if (remembers && head !== undefined && now !== undefined && now.root !== head.root && now.size >= head.size)
      wrong.push(`${variant}: a second history of ${now.size} leaves was signed beside one of ${head.size}`)
  }
  return wrong
}

/** A copy of a data folder as a backup tool for disks makes it: with owners and modes, which PostgreSQL requires. */
async function copyWhole(from: string, to: string): Promise<void> {
  cpSync(from, to, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true })
  for (const name of ['.', ...(await readdir(from, { recursive: true }))]) {
    const { uid, gid, mode } = await lstat(join(from, name))
    await lchown(join(to, name), uid, gid)
    await chmod(join(to, name), mode)
  }
}

/** Size and root of the newest checkpoint that the log serves. */
async function logSize(site: EmbeddedSite): Promise<{ size: number; root: string } | undefined> {
  const response = await fetch(`${site.addresses[0]}/ledger/checkpoint`)
  if (!response.ok) return undefined
  const [, size, root] = (await response.text()).split('\n')
  return { size: Number(size), root: root ?? '' }
}
