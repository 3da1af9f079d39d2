import { parseVerifierKey } from '@timbermark/ledger'
import { type Followed, followLog, type LogFiles, type LogHistory } from '@timbermark/ledger/monitor'
import { Progress } from './progress.ts'
import { hashing, type WatchFolder } from './watch-folder.ts'

/** What was read is written down at most this often while reading. */
const keepEveryMs = 10_000

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
): Promise<Followed> {
  const progress = new Progress(known.size, say)
  let next = performance.now() + keepEveryMs
  let sound = false
  let breaks: string | null = null
  const followed = await followLog({
    // The list that was compared is the one that is kept.
    files: { ...files, breaks: async () => (breaks = await files.breaks()) },
    known: { keys: folder.keys, head: folder.head, history: known },
    hashing,
    async onBundle(bundle, history, total) {
      await folder.keepBundle(bundle)
      progress.at(history.size, total)
      const now = performance.now()
      sound = bundle.sound
      if (now < next || !sound) return
      await folder.keepReading(history)
      // A large log takes long to write down: that must not be most of the work.
      next = performance.now() + Math.max(keepEveryMs, 20 * (performance.now() - now))
    },
  })
  const { findings, head, history } = followed
  // A line that was cut is no reason to read a large log from its beginning.
  if (sound && findings.every(({ word }) => word === 'unreachable') && findings.length > 0)
    await folder.keepReading(history)
  else if (findings.some(({ word }) => word !== 'unreachable')) await folder.forgetReading()
  else if (findings.length === 0 && head && head.note !== folder.head) {
    const key = folder.keys.find(text => parseVerifierKey(text).name === head.origin)!
    await folder.keepHead(head, history, { breaks, key })
    await folder.keepHistory(history)
  }
  return followed
}
