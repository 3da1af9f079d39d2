import { parseVerifierKey } from '@timbermark/ledger'
import { type FollowResult, followLog, type LogFiles, type LogHistory } from '@timbermark/ledger/monitor'
import { Progress } from './progress.ts'
import { hashing, type WatchFolder } from './watch-folder.ts'

/** The state is written at most this often while reading. */
const writeEveryMs = 5000

/**
 * Reads a log once and stores what is in order.
 * @param known what was read before, to continue from; worthless after a finding
 * @param say reports progress when it takes long
 */
export async function readLogOnce(
  folder: WatchFolder,
  files: LogFiles,
  known: LogHistory,
  say: (line: string) => void,
): Promise<FollowResult> {
  const progress = new Progress(known.size, say)
  let next = performance.now() + writeEveryMs
  let breaks: string | null = null
  // A state to continue from: its bundles are stored, and it contains no finding.
  let sound: LogHistory | undefined
  const look = followLog({
    // Stores the same list that was compared.
    files: { ...files, breaks: async () => (breaks = await files.breaks()) },
    known: { keys: folder.keys, head: folder.head, history: known },
    hashing,
    async onBundle(bundle, history, total) {
      sound = undefined
      await folder.storeBundle(bundle)
      progress.at(history.size, total)
      if (!bundle.isSound) return
      sound = history
      const now = performance.now()
      if (now < next) return
      await folder.storeReading(history)
      // Writing the state of a large log takes long: it must not become most of the work.
      next = performance.now() + Math.max(writeEveryMs, 20 * (performance.now() - now))
    },
  })
  const followed = await look.catch(async (error: unknown) => {
    // Stopped by hand, or by a bug.
    if (sound) await folder.storeReading(sound)
    throw error
  })
  const { findings, head, history } = followed
  if (findings.length === 0 && head && head.note !== folder.head) {
    const key = folder.keys.find(text => parseVerifierKey(text).name === head.origin)!
    await folder.storeHead(head, history, { breaks, key })
    await folder.storeHistory(history)
  }
  if (findings.some(({ word }) => word !== 'unreachable')) await folder.removeReading()
  // A broken connection is no reason to read a large log from its beginning.
  else if (findings.length > 0 && sound) await folder.storeReading(sound)
  return followed
}
