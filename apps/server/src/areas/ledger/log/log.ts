import { encodeVerifierKey, parseVerifierKey } from '@timbermark/ledger'
import { type Signer, signerFromSeed } from '@timbermark/ledger/node'
import type { Services } from '../../../platform/services.ts'
import { RequestMarks } from './request-mark.ts'
import { newestHead } from './store.ts'

/** Name and key that sign the ledger. */
export interface LedgerLog {
  /** 1, and one more after each declared break and each change of key. Each epoch has its own name and key. */
  epoch: number
  /** Identity of the log and name of its key: host of the public address with `/ledger`, in later epochs `/ledger/2` and so on. */
  origin: string
  /** The signing key; use of its private key @throws FormerKey in an epoch of a former master key. */
  signer: Signer
  /** Verifier key in the signed-note form `name+id+base64`. */
  verifierKey: string
  /** The same in every epoch under one master key. */
  marks: RequestMarks
  /** The same log in another epoch. */
  at(epoch: number): LedgerLog
  /** The same log in the epoch with this name; undefined for the name of another log. */
  named(origin: string): LedgerLog | undefined
}

/** Verifier key of the log in an epoch, in the signed-note form. */
export interface EpochKey {
  epoch: number
  verifierKey: string
}

/** This epoch was signed with a former master key, which is gone: its heads can be verified, but nothing can be signed. */
export class FormerKey extends Error {}

const logs = new WeakMap<object, (epoch: number) => LedgerLog>()
const epochKeysOf = new WeakMap<object, ReadonlyMap<number, string>>()

/**
 * The ledger's identity and key in its first epoch. Keys are derived from the master key, so that every process signs as
 * the same log; the keys of epochs under a former master key come from `setEpochKeys`.
 */
export function ledgerLog({ settings, secrets }: Pick<Services, 'settings' | 'secrets'>): LedgerLog {
  let at = logs.get(secrets)
  if (!at) {
    const base = `${new URL(settings.publicUrl).host.toLowerCase()}/ledger`
    at = buildEpochs(base, label => secrets.derive(label), epochKeysOf.get(secrets) ?? new Map())
    logs.set(secrets, at)
  }
  return at(1)
}

/** Sets the keys of former epochs, before the first use of the log. A key set here takes precedence over the derived one. */
export function setEpochKeys(secrets: Services['secrets'], keys: readonly EpochKey[]): void {
  epochKeysOf.set(secrets, new Map(keys.map(({ epoch, verifierKey }) => [epoch, verifierKey])))
  logs.delete(secrets)
}

function buildEpochs(
  base: string,
  derive: (label: string) => Buffer,
  keys: ReadonlyMap<number, string>,
): (epoch: number) => LedgerLog {
  const marks = new RequestMarks(derive)
  const logsByEpoch = new Map<number, LedgerLog>()
  const at = (epoch: number): LedgerLog => {
    let log = logsByEpoch.get(epoch)
    if (!log) {
      const suffix = epoch === 1 ? '' : `/${epoch}`
      const origin = base + suffix
      const derived = signerFromSeed(origin, derive(`ledger-signer${suffix}`))
      const verifierKey = keys.get(epoch) ?? encodeVerifierKey(derived.key)
      const signer = verifierKey === encodeVerifierKey(derived.key) ? derived : formerSigner(verifierKey)
      log = { epoch, origin, signer, verifierKey, marks, at, named }
      logsByEpoch.set(epoch, log)
    }
    return log
  }
  const named = (origin: string) => {
    if (origin === base) return at(1)
    const epoch = /^\/([1-9]\d{0,5})$/.exec(origin.startsWith(base) ? origin.slice(base.length) : '')?.[1]
    return epoch && epoch !== '1' ? at(Number(epoch)) : undefined
  }
  return at
}

function formerSigner(verifierKey: string): Signer {
  return {
    key: parseVerifierKey(verifierKey),
    get privateKey(): never {
      throw new FormerKey(`${verifierKey} belongs to a former master key and signs no more`)
    },
  }
}

/** The log named by a checkpoint; the first epoch when there is no checkpoint yet, or when it names another log. */
export function logOf(services: Pick<Services, 'settings' | 'secrets'>, checkpoint: string | null): LedgerLog {
  const log = ledgerLog(services)
  return (checkpoint === null ? undefined : log.named(checkpoint.slice(0, checkpoint.indexOf('\n')))) ?? log
}

/**
 * The log named by a checkpoint, also under another public address that this installation had: its key is the same. For reading what
 * was signed; nothing may be signed under a former name. The first epoch when no address of ours can have had that name.
 */
export function logUnderAnyName(services: Pick<Services, 'settings' | 'secrets'>, checkpoint: string): LedgerLog {
  const origin = checkpoint.slice(0, checkpoint.indexOf('\n'))
  const base = /^(.+\/ledger)(?:\/[1-9]\d{0,5})?$/.exec(origin)?.[1]
  if (base === undefined) return ledgerLog(services)
  const { secrets } = services
  const at = buildEpochs(base, label => secrets.derive(label), epochKeysOf.get(secrets) ?? new Map())
  return at(1).named(origin) ?? ledgerLog(services)
}

/** The epoch of a head, by the name in its first line; 1 for the name of another log. */
export const epochOfHead = (log: LedgerLog, { note }: { note: string }): number =>
  log.named(note.slice(0, note.indexOf('\n')))?.epoch ?? 1

/** The log as its newest head names it: its current name and key. */
export async function currentLog(services: Pick<Services, 'database' | 'settings' | 'secrets'>): Promise<LedgerLog> {
  const head = await services.database.withoutTenant(newestHead)
  return logOf(services, head?.note ?? null)
}
