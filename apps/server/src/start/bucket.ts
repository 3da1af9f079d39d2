import { openBlobs } from '../platform/files/blobs/blobs.ts'
import { storeAnswerOf } from '../platform/files/blobs/object-store.ts'
import { type Settings, SettingsError } from '../platform/settings.ts'
import { causeOf } from '../platform/unavailable.ts'
import { withTimeout } from '../platform/concurrency/with-timeout.ts'

/** How long a start waits for a bucket, milliseconds. */
const waitMs = 10_000

/**
 * Writes and removes an object in the configured bucket before anything depends on it. A bucket that does not answer
 * now is reported, and its users wait for it; one that refuses would refuse for ever.
 * @throws SettingsError naming the settings, with the store's own error code
 */
export async function tryBucket(
  settings: Pick<Settings, 'objectStore' | 'dataDir'>,
  say: (line: string) => void,
): Promise<void> {
  const { objectStore } = settings
  if (!objectStore) return
  const store = await openBlobs(settings)
  try {
    await withTimeout(waitMs, store.probe!(true))
  } catch (error) {
    const answer = storeAnswerOf(error)
    const where = `the bucket at ${objectStore.url}`
    if (!answer || answer.status >= 500 || answer.status === 429) {
      const why = answer ? describe(answer) : causeOf(error).message
      say(`FILES_S3_URL: ${where} does not answer (${why}); uploads are refused until it does.`)
      return
    }
    const what = `(${describe(answer)})`
    if (answer.status === 404) throw new SettingsError(`FILES_S3_URL: there is no bucket at ${objectStore.url} ${what}`)
    if (answer.status === 401 || answer.status === 403)
      throw new SettingsError(
        `FILES_S3_KEY, FILES_S3_SECRET: ${where} refuses to be written with them ${what}; the key must belong to the secret, and be allowed to list, read, write and delete there`,
      )
    throw new SettingsError(`FILES_S3_URL, FILES_S3_REGION: ${where} refuses what is written ${what}`)
  }
}

const describe = ({ status, word }: { status: number; word?: string }) => (word ? `${status} ${word}` : String(status))
