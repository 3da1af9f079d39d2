import { encodeVerifierKey } from '@timbermark/ledger'
import { type Signer, signerFromSeed } from '@timbermark/ledger/node'
import type { Services } from '../../platform/services.ts'

/** Who signs the ledger. */
export interface LedgerLog {
  /** Identity of the log and name of its key: host of the public address and `/ledger`. */
  origin: string
  signer: Signer
  /** Verifier key in the signed-note form `name+id+base64`. */
  verifierKey: string
}

const logs = new WeakMap<object, LedgerLog>()

/** The ledger's identity and key. The key is derived from the master key, so that every process signs as the same log. */
export function ledgerLog({ settings, secrets }: Pick<Services, 'settings' | 'secrets'>): LedgerLog {
  const known = logs.get(secrets)
  if (known) return known
  const origin = `${new URL(settings.publicUrl).host.toLowerCase()}/ledger`
  const signer = signerFromSeed(origin, secrets.derive('ledger-signer'))
  const log = { origin, signer, verifierKey: encodeVerifierKey(signer.key) }
  logs.set(secrets, log)
  return log
}
