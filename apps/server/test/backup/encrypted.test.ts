import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { makeBackup } from '../../src/backup/backup.ts'
import { checkBackup } from '../../src/backup/check.ts'
import { runHook } from '../../src/backup/hook.ts'
import { restoreBackup } from '../../src/backup/restore.ts'
import { encryptedForm, generateBackupKey, readBackupKey } from '../../src/platform/backup/encryption.ts'
import type { Settings } from '../../src/platform/settings.ts'
import { makeWorld } from '../harness.ts'
import { png } from '../samples.ts'
import { contents, copyOf, emptyPlace, installation, newFolder, quiet } from './backup-place.ts'

vi.setConfig({ testTimeout: 600_000 })

/** Backups that are encrypted by a key of their own, and the program that takes them elsewhere. */
const world = await makeWorld()
const mill = await world.makeTenant('mill')
const clerk = await world.signIn(mill, ['enterpriseAdmin'])
expect((await clerk.post('/catalog/category', { name: 'Logs from the north', orderNum: 1 })).code).toBe(200)
expect((await clerk.upload('/common/upload', { name: 'stack.png', content: Buffer.from(png) })).code).toBe(200)

await world.admin.query(`update installation set state = 'ready', made_at = now()`)

async function newKey(onlyPublic = false): Promise<string> {
  const file = newFolder('backup.key')
  const { text, recipient } = await generateBackupKey()
  writeFileSync(file, onlyPublic ? `${recipient}\n` : text, { mode: 0o600 })
  return file
}

const keyFile = await newKey()
const settings: Settings = { ...installation(world), backupKeyFile: keyFile }
const backup = newFolder('encrypted')
await makeBackup(settings, { folder: backup, progress: quiet })

const filesOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name))

test('nothing but the description can be read without the key, and the content is all there with it', async () => {
  const files = filesOf(backup)
  expect(files.filter(file => !file.endsWith('.age'))).toEqual([join(backup, 'backup.json')])
  expect(files.some(file => file.includes('/files/'))).toBe(true)
  for (const file of files) expect(readFileSync(file).includes('Logs from the north')).toBe(false)
  const place = { ...(await emptyPlace(world)), backupKeyFile: keyFile }
  const { rows } = await restoreBackup(place, { folder: backup, progress: quiet })
  expect(rows).toBeGreaterThan(100)
  expect(await contents(place.databaseOwnerUrl!)).toEqual(await contents(world.databaseUrl))
  const stored = (dataDir: string) => filesOf(join(dataDir, 'files')).map(file => file.slice(dataDir.length))
  expect(stored(place.dataDir)).toEqual(stored(settings.dataDir))
})

test('without the key, with another one, or with its public part only, a restore is refused in a sentence', async () => {
  const place = await emptyPlace(world)
  const restoring = (backupKeyFile?: string) =>
    restoreBackup({ ...place, backupKeyFile }, { folder: backup, progress: quiet })
  await expect(restoring()).rejects.toThrow(/encrypted for age1\w+: set BACKUP_KEY_FILE/)
  await expect(restoring(await newKey())).rejects.toThrow(/holds another key \(age1\w+\) than the backup was encrypted/)
  await expect(restoring(newFolder('none'))).rejects.toThrow(/The backup key .* does not exist/)
  const { recipient } = await readBackupKey(keyFile)
  const half = newFolder('public')
  writeFileSync(half, recipient)
  await expect(restoring(half)).rejects.toThrow(/holds only the public part/)
  writeFileSync(half, 'no key')
  await expect(restoring(half)).rejects.toThrow(/must hold one backup key/)
  expect(existsSync(place.dataDir)).toBe(false)
})

test.each([
  ['cut', (bytes: Buffer) => bytes.subarray(0, bytes.length - 20)],
  ['changed', (bytes: Buffer) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])])],
])('a %s file is refused', async (_what, change) => {
  const place = { ...(await emptyPlace(world)), backupKeyFile: keyFile }
  for (const name of ['tables/account.copy.gz.age', 'files.txt.gz.age']) {
    const copy = copyOf(backup)
    writeFileSync(join(copy, name), change(readFileSync(join(copy, name))))
    await expect(restoreBackup(place, { folder: copy, progress: quiet })).rejects.toThrow(/is damaged/)
  }
  const copy = copyOf(backup)
  const content = filesOf(copy).find(file => file.includes('/files/'))!
  writeFileSync(content, change(readFileSync(content)))
  await expect(restoreBackup(place, { folder: copy, progress: quiet })).rejects.toThrow(/is missing or damaged/)
  expect(existsSync(place.dataDir)).toBe(false)
})

test('the encryption itself shows what the digests of a description would not: cut, reordered and exchanged chunks', async () => {
  const form = encryptedForm(await readBackupKey(keyFile))
  const plain = Buffer.alloc(300_000, 'abcdefghij')
  const path = newFolder('stream')
  const sealed = Buffer.concat(await collect(form.seal(pieces(plain))))
  const chunk = 64 * 1024 + 16
  const header = sealed.length - Math.ceil(plain.length / (64 * 1024)) * 16 - plain.length
  const read = async (bytes: Buffer) => {
    writeFileSync(`${path}.age`, bytes)
    return Buffer.concat(await collect(form.open(path)))
  }
  expect((await read(sealed)).equals(plain)).toBe(true)
  const at = (n: number) => header + n * chunk
  const swapped = Buffer.concat([
    sealed.subarray(0, at(0)),
    sealed.subarray(at(1), at(2)),
    sealed.subarray(at(0), at(1)),
    sealed.subarray(at(2)),
  ])
  const shortened = sealed.subarray(0, at(2))
  for (const bytes of [
    swapped,
    shortened,
    Buffer.concat([sealed, sealed.subarray(at(1), at(2))]),
    sealed.subarray(0, 40),
  ])
    await expect(read(bytes)).rejects.toThrow(/is damaged: it is not what was encrypted/)
})

async function* pieces(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += 10_000) yield bytes.subarray(at, at + 10_000)
}

async function collect(stream: AsyncIterable<Uint8Array>): Promise<Uint8Array[]> {
  const chunks: Uint8Array[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return chunks
}

test('the next backup shares unchanged contents when it can compare them, and a check reads it', async () => {
  const warnings: string[] = []
  const progress = { ...quiet, warn: (line: string) => void warnings.push(line) }
  const content = (folder: string) => filesOf(folder).find(file => file.includes('/files/'))!
  const ino = (path: string) => statSync(path).ino
  const next = newFolder('next')
  await makeBackup(settings, { folder: next, since: backup, progress })
  expect(ino(content(next))).toBe(ino(content(backup)))
  expect(warnings).toEqual([])
  const other = newFolder('other')
  await makeBackup({ ...settings, backupKeyFile: await newKey(true) }, { folder: other, since: backup, progress })
  expect(warnings).toEqual([expect.stringContaining('no files are shared')])
  const { wrong } = await checkBackup(settings, { folder: next, progress: quiet })
  expect(wrong.filter(line => !line.startsWith('the page of code'))).toEqual([])
})

test('the program of BACKUP_HOOK gets the folder and no secrets, and its failure is reported', async () => {
  const program = newFolder('hook')
  const seen = newFolder('seen')
  writeFileSync(program, `#!/bin/sh\necho "$1 $DATABASE_OWNER_URL" > ${seen}\n`)
  chmodSync(program, 0o700)
  process.env.DATABASE_OWNER_URL = 'postgres://owner:secret@db/x'
  try {
    expect(await runHook(program, backup)).toBeUndefined()
  } finally {
    delete process.env.DATABASE_OWNER_URL
  }
  expect(readFileSync(seen, 'utf8').trim()).toBe(backup)
  writeFileSync(program, '#!/bin/sh\necho the other side is full >&2; exit 7\n')
  expect(await runHook(program, backup)).toMatch(/ended with 7: the other side is full/)
  expect(await runHook(newFolder('none'), backup)).toMatch(/cannot be run/)
})
