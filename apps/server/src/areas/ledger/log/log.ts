import { encodeVerifierKey, parseVerifierKey } from '@timbermark/ledger'
import { type Signer, signerFromSeed } from '@timbermark/ledger/node'
import type { Services } from '../../../platform/services.ts'

/** Who signs the ledger. */
export interface LedgerLog {
  /** 1, and one more after each declared break and each change of key: from there on the log has another name and key. */
  epoch: number
  /** Identity of the log and name of its key: host of the public address and `/ledger`, later `/ledger/2` and so on. */
  origin: string
  /** Its key; signing @throws FormerKey in an epoch that was signed under a former master key. */
  signer: Signer
  /** Verifier key in the signed-note form `name+id+base64`. */
  verifierKey: string
  /** The same log as it is called in another epoch. */
  at(epoch: number): LedgerLog
  /** The same log in the epoch that this name is of; undefined for the name of another log. */
  named(origin: string): LedgerLog | undefined
}

/** Verifier key of the log in an epoch, in the signed-note form. */
export interface EpochKey {
  epoch: number
  verifierKey: string
}

/** Under this name the log was signed with a former master key, which is gone: it can be verified and not signed. */
export class FormerKey extends Error {}

const logs = new WeakMap<object, (epoch: number) => LedgerLog>()
const kept = new WeakMap<object, ReadonlyMap<number, string>>()

/**
 * The ledger's identity and key in its first epoch. Keys are derived from the master key, so that every process signs as
 * the same log; those of epochs under a former master key are the ones that `knowKeys` was told.
 */
export function ledgerLog({ settings, secrets }: Pick<Services, 'settings' | 'secrets'>): LedgerLog {
  let at = logs.get(secrets)
  if (!at) {
    const base = `${new URL(settings.publicUrl).host.toLowerCase()}/ledger`
    at = epochs(base, label => secrets.derive(label), kept.get(secrets) ?? new Map())
    logs.set(secrets, at)
  }
  return at(1)
}

/** Tells which keys the log has had, before anybody asks for it: what is known of an epoch outweighs what is derived. */
export function knowKeys(secrets: Services['secrets'], keys: readonly EpochKey[]): void {
  kept.set(secrets, new Map(keys.map(({ epoch, verifierKey }) => [epoch, verifierKey])))
  logs.delete(secrets)
}

function epochs(
  base: string,
  derive: (label: string) => Buffer,
  keys: ReadonlyMap<number, string>,
): (epoch: number) => LedgerLog {
  const known = new Map<number, LedgerLog>()
  const at = (epoch: number): LedgerLog => {
    let log = known.get(epoch)
    if (!log) {
      const suffix = epoch === 1 ? '' : `/${epoch}`
      const origin = base + suffix
      const derived = signerFromSeed(origin, derive(`ledger-signer${suffix}`))
      const verifierKey = keys.get(epoch) ?? encodeVerifierKey(derived.key)
      const signer = verifierKey === encodeVerifierKey(derived.key) ? derived : formerSigner(verifierKey)
      log = { epoch, origin, signer, verifierKey, at, named }
      known.set(epoch, log)
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

/** The log that a checkpoint says it is of; the first epoch's before there is one, or when it names another log. */
export function logOf(services: Pick<Services, 'settings' | 'secrets'>, checkpoint: string | null): LedgerLog {
  const log = ledgerLog(services)
  return (checkpoint === null ? undefined : log.named(checkpoint.slice(0, checkpoint.indexOf('\n')))) ?? log
}
