import { parseCheckpoint, parseNote, toHex } from '@timbermark/ledger'
import { verifyNoteSync } from '@timbermark/ledger/node'
import { readBodyWithin, abortAfter } from '../../../platform/http/response-limits.ts'
import type { Services } from '../../../platform/services.ts'
import type { ReportedHead } from '../log/behind.ts'
import { ledgerLog } from '../log/log.ts'

/** A monitor that does not answer within this time is skipped. */
const patienceMs = 5000
/** A checkpoint with the signatures of many witnesses is still far smaller. */
const maxBytes = 65_536

/** Heads of this log that monitors store. */
export interface MonitoredHeads {
  heads: ReportedHead[]
  /** Highest request number in their checkpoints. */
  requests: number
}

/**
 * Asks mirrors, monitors and other servers for their copy of this log's checkpoint. Only checkpoints signed with this log's
 * key count. A monitor that is unreachable or serves something else is logged and skipped. Never rejects.
 */
export async function askMonitors(
  services: Pick<Services, 'settings' | 'secrets' | 'log'>,
  signal?: AbortSignal,
): Promise<MonitoredHeads> {
  const answers = await Promise.all(
    services.settings.ledgerWatchers.map(async address => {
      try {
        return parseHead(services, address, await fetchCheckpoint(address, signal))
      } catch (error) {
        if (!signal?.aborted)
          services.log.warn(
            { err: error, watcher: address },
            `the ledger's checkpoint could not be fetched from ${address}`,
          )
        return undefined
      }
    }),
  )
  const heads = answers.filter(answer => answer !== undefined)
  return {
    heads: heads.map(({ requests: _, ...head }) => head),
    requests: Math.max(0, ...heads.map(({ requests }) => requests)),
  }
}

function parseHead(
  services: Pick<Services, 'settings' | 'secrets'>,
  from: string,
  text: string,
): ReportedHead & { requests: number } {
  const note = parseNote(text)
  const { origin, size, root, extensions } = parseCheckpoint(note.text)
  const log = ledgerLog(services).named(origin)
  if (!log) throw new Error(`its checkpoint is of another log, ${origin}`)
  const outcome = verifyNoteSync(note, [log.signer.key])
  if (outcome !== 'verified') throw new Error(`its checkpoint is not signed by this log (${outcome})`)
  return { epoch: log.epoch, size, root: toHex(root), from, requests: log.marks.parse(extensions) }
}

async function fetchCheckpoint(address: string, signal: AbortSignal | undefined): Promise<string> {
  const response = await fetch(`${address}/checkpoint`, { signal: abortAfter(patienceMs, signal) })
  if (!response.ok) throw new Error(`it answered ${response.status}`)
  return (await readBodyWithin(response, maxBytes)).toString('utf8')
}
