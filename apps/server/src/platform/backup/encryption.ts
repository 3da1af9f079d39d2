import { createReadStream, readFileSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption'
import { BackupError, DamagedBackup } from './errors.ts'
import { errorCode } from '../error-facts.ts'

/**
 * The key that backups are encrypted with, separate from the master key. Its file has the form of the tool `age`: an
 * identity (`AGE-SECRET-KEY-1…`), which encrypts and decrypts, or only its recipient (`age1…`), which cannot decrypt.
 */
export interface BackupKey {
  file: string
  /** Public part. */
  recipient: string
  /** Secret part; undefined when the file only holds the public part. */
  identity?: string
}

/** How the files of a backup are stored. */
export interface FileForm {
  /** Added to the name of every file. */
  suffix: '' | '.age'
  /** Can files be read again with the key there is? */
  readable: boolean
  /** From content to what is stored. */
  seal(content: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array>
  /**
   * The content of a stored file as a stream.
   * @param path without the suffix
   * @throws DamagedBackup on the stream when the file was cut, reordered or changed; ENOENT when it is missing
   */
  open(path: string): Readable
}

const chunkBytes = 256 * 1024

export const plainForm: FileForm = {
  suffix: '',
  readable: true,
  seal: content => content,
  open: path => createReadStream(path, { highWaterMark: chunkBytes }),
}

/** Files in the format of age v1 (age-encryption.org/v1): chunks of 64 kB, authenticated in their order, the last one marked. */
export function encryptedForm({ recipient, identity, file }: BackupKey): FileForm {
  return {
    suffix: '.age',
    readable: identity !== undefined,
    async *seal(content) {
      const encrypter = new Encrypter()
      encrypter.addRecipient(recipient)
      yield* await encrypter.encrypt(ReadableStream.from(content) as ReadableStream<Uint8Array>)
    },
    open(path) {
      return Readable.from(decryptFile(`${path}.age`, identity, file), { objectMode: false })
    },
  }
}

async function* decryptFile(path: string, identity: string | undefined, keyFile: string): AsyncGenerator<Uint8Array> {
  if (identity === undefined) throw onlyPublic(keyFile)
  const decrypter = new Decrypter()
  decrypter.addIdentity(identity)
  // Opened first, so that a missing file is reported as such.
  const handle = await open(path)
  const source = handle.createReadStream({ highWaterMark: chunkBytes })
  try {
    yield* await decrypter.decrypt(ReadableStream.from(source) as ReadableStream<Uint8Array>)
  } catch (error) {
    // A failure to read the disk has a code; every other one is about the content.
    if (errorCode(error) !== undefined) throw error
    throw new DamagedBackup(`${path} is damaged: it is not what was encrypted`, { cause: error })
  } finally {
    source.destroy()
  }
}

const onlyPublic = (file: string) =>
  new BackupError(
    `${file} holds only the public part of the backup key, which cannot decrypt: name the file with AGE-SECRET-KEY-1… by --backup-key <file>`,
  )

/**
 * Reads the file of a backup key.
 * @throws BackupError when it is missing or holds something else
 */
export async function readBackupKey(file: string): Promise<BackupKey> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch (error) {
    if (errorCode(error) === 'ENOENT') throw new BackupError(`The backup key ${file} does not exist`)
    throw error
  }
  const lines = text.split('\n').map(line => line.trim())
  const [key, ...others] = lines.filter(line => line !== '' && !line.startsWith('#'))
  const wrong = () =>
    new BackupError(
      `${file} must hold one backup key: a line AGE-SECRET-KEY-1… or age1…, as npm run backup:key makes it`,
    )
  if (key === undefined || others.length > 0) throw wrong()
  try {
    if (key.startsWith('AGE-SECRET-KEY-1')) return { file, identity: key, recipient: await identityToRecipient(key) }
    new Encrypter().addRecipient(key)
    return { file, recipient: key }
  } catch {
    throw wrong()
  }
}

/** A new backup key as the text of its file. */
export async function generateBackupKey(): Promise<{ text: string; recipient: string }> {
  const identity = await generateX25519Identity()
  const recipient = await identityToRecipient(identity)
  return { text: `# public key: ${recipient}\n${identity}\n`, recipient }
}

/**
 * The form in which the files of an existing backup are read.
 * @param encryption of its description
 * @throws BackupError when the key is missing, another one, or cannot decrypt
 */
export async function formOf(
  encryption: { recipient: string } | undefined,
  keyFile: string | undefined,
): Promise<FileForm> {
  if (!encryption) return plainForm
  if (keyFile === undefined)
    throw new BackupError(
      `The backup is encrypted for ${encryption.recipient}: set BACKUP_KEY_FILE, or name the file of its key with --backup-key <file>`,
    )
  const key = await readBackupKey(keyFile)
  if (key.recipient !== encryption.recipient)
    throw new BackupError(
      `${keyFile} holds another key (${key.recipient}) than the backup was encrypted with (${encryption.recipient})`,
    )
  if (key.identity === undefined) throw onlyPublic(keyFile)
  return encryptedForm(key)
}
