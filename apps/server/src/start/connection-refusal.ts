import { isCrowded } from '../platform/database/pool-lease.ts'
import { causeOf, DatabaseUnavailable } from '../platform/unavailable.ts'

/** A connection could not be had for a reason that may pass; `message` is a sentence for the operator. */
export class ConnectionRefused extends DatabaseUnavailable {}

/** Why a database, or what stands before it, takes no connection. */
export interface ConnectionRefusal {
  /** One sentence for the operator; it names the setting. */
  sentence: string
  /** Trying again cannot help: somebody has to change something first. */
  final: boolean
}

/** @param address the setting's value; its password is not repeated */
export function explainRefusal(setting: string, address: string, error: unknown): ConnectionRefusal {
  const { code = '', message } = causeOf(error)
  const { host, username, pathname } = new URL(address)
  const [role, database] = [decodeURIComponent(username), decodeURIComponent(pathname.slice(1))]
  const refusal = (reason: string, final: boolean) => ({
    sentence: `${setting}: the database cannot be used: ${reason} (${message})`,
    final,
  })
  if (/unsupported startup parameter/.test(message))
    return refusal(
      'the pooler refuses a startup parameter of this address; remove it from the address, or add it to ignore_startup_parameters of the pooler',
      true,
    )
  if (/^28/.test(code) || /authentication failed|no such user/i.test(message))
    return refusal(`${host} does not let the role ${role} in; check its name and its password`, true)
  if (code === '3D000' || /no such database/i.test(message)) return refusal(`${host} has no database ${database}`, true)
  if (code === '42501') return refusal(`the role ${role} may not connect to the database ${database}`, true)
  if (isCrowded(error)) return refusal(`${host} takes no more connections`, false)
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return refusal(`there is no host of the name ${host}`, false)
  if (code === 'ECONNREFUSED') return refusal(`nothing listens at ${host}`, false)
  if (/server_login_retry|server login has been failing/.test(message))
    return refusal('the pooler cannot sign in to the database behind it', false)
  if (code === '57P03') return refusal(`the database at ${host} is not ready yet`, false)
  if (/SSL|TLS|certificate/i.test(message)) return refusal(`no encrypted connection to ${host} can be made`, true)
  return refusal(`no connection to ${host} can be made`, false)
}
