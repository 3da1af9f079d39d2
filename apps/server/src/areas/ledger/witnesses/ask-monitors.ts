import { parseCheckpoint, parseNote, toHex } from '@timbermark/ledger'
import { verifyNoteSync } from '@timbermark/ledger/node'
import { readBodyWithin, abortAfter } from '../../../platform/http/response-limits.ts'
import type { Services } from '../../../platform/services.ts'
import type { Known } from '../log/behind.ts'
import { ledgerLog } from '../log/log.ts'
import { requestsNamed } from '../log/request-mark.ts'

/** A watcher that has not answered after this time is left out. */
const patienceMs = 5000
/** A checkpoint with the signatures of many witnesses is still far smaller. */
const mostBytes = 65_536

/** What others hold of this log. */
export interface Witnessed {
  heads: Known[]
  /** Highest request number that one of their checkpoints names. */
  requests: number
}

/**
 * Asks those who keep a copy of this log's checkpoint: mirrors, monitors, other servers. Only what this log's own key
 * signed counts; who cannot be reached or serves something else is told in the log and left out. Never rejects.
 */
export async function askWatchers(
  services: Pick<Services, 'settings' | 'secrets' | 'log'>,
  signal?: AbortSignal,
): Promise<Witnessed> {
  const answers = await Promise.all(
    services.settings.ledgerWatchers.map(async address => {
      try {
        return readHead(services, address, await fetchCheckpoint(address, signal))
      } catch (error) {
        if (!signal?.aborted)
          services.log.warn({ err: error, watcher: address }, `the ledger's checkpoint cannot be had from ${address}`)
        return undefined
      }
    }),
  )
  const known = answers.filter(answer => answer !== undefined)
  return {
    heads: known.map(({ requests: _, ...head }) => head),
    requests: Math.max(0, ...known.map(({ requests }) => requests)),
  }
}

function readHead(
  services: Pick<Services, 'settings' | 'secrets'>,
  from: string,
  text: string,
): Known & { requests: number } {
  const note = parseNote(text)
  const { origin, size, root, extensions } = parseCheckpoint(note.text)
  const log = ledgerLog(services).named(origin)
  if (!log) throw new Error(`its checkpoint is of another log, ${origin}`)
  const outcome = verifyNoteSync(note, [log.signer.key])
  if (outcome !== 'verified') throw new Error(`its checkpoint is not signed by this log (${outcome})`)
  return { epoch: log.epoch, size, root: toHex(root), from, requests: requestsNamed(extensions) }
}

async function fetchCheckpoint(address: string, signal: AbortSignal | undefined): Promise<string> {
  const response = await fetch(`${address}/checkpoint`, { signal: abortAfter(patienceMs, signal) })
  if (!response.ok) throw new Error(`it answered ${response.status}`)
  return (await readBodyWithin(response, mostBytes)).toString('utf8')
}
