import { parseVerifierKey } from '@timbermark/ledger'
import { type FollowResult, followLog, type LogFiles, type LogHistory } from '@timbermark/ledger/monitor'
import { Progress } from './progress.ts'
import { hashing, type WatchFolder } from './watch-folder.ts'

/** What was read is written down at most this often while reading. */
const keepEveryMs = 5000

/**
 * Looks at a log once, and keeps what is in order of it.
 * @param known what was read before, to be read on in; worth nothing after a finding
 * @param say told how far it is when it takes long
 */
export async function lookAt(
  folder: WatchFolder,
  files: LogFiles,
  known: LogHistory,
  say: (line: string) => void,
): Promise<FollowResult> {
  const progress = new Progress(known.size, say)
  let next = performance.now() + keepEveryMs
  let breaks: string | null = null
  // What can be gone on from: its bundles are kept, and nothing in it has to be told.
  let sound: LogHistory | undefined
  const look = followLog({
    // The list that was compared is the one that is kept.
    files: { ...files, breaks: async () => (breaks = await files.breaks()) },
    known: { keys: folder.keys, head: folder.head, history: known },
    hashing,
    async onBundle(bundle, history, total) {
      sound = undefined
      await folder.keepBundle(bundle)
      progress.at(history.size, total)
      if (!bundle.isSound) return
      sound = history
      const now = performance.now()
      if (now < next) return
      await folder.keepReading(history)
      // A large log takes long to write down: that must not be most of the work.
      next = performance.now() + Math.max(keepEveryMs, 20 * (performance.now() - now))
    },
  })
  const followed = await look.catch(async (error: unknown) => {
    // Stopped by hand, or by a fault of ours.
    if (sound) await folder.keepReading(sound)
    throw error
  })
  const { findings, head, history } = followed
  if (findings.length === 0 && head && head.note !== folder.head) {
    const key = folder.keys.find(text => parseVerifierKey(text).name === head.origin)!
    await folder.keepHead(head, history, { breaks, key })
    await folder.keepHistory(history)
  }
  if (findings.some(({ word }) => word !== 'unreachable')) await folder.forgetReading()
  // A line that was cut is no reason to read a large log from its beginning.
  else if (findings.length > 0 && sound) await folder.keepReading(sound)
  return followed
}
