import type { Secrets } from '../../platform/installation/secrets.ts'
import { Refusal } from '../../platform/refusal.ts'

/** An invitation is good for so many days, for everybody who has it: each still waits for an administrator. */
const goodDays = 7
const label = 'invitation'

/** Says which enterprise somebody may register with, signed by the installation: `<enterprise>.<seconds>.<code>`. */
export function invite(secrets: Secrets, tenantId: number): { invitation: string; until: Date } {
  const seconds = Math.floor(Date.now() / 1000) + goodDays * 86_400
  const said = `${tenantId.toString(36)}.${seconds.toString(36)}`
  const invitation = `${said}.${secrets.mac(label, said).toString('base64url')}`
  return { invitation, until: new Date(seconds * 1000) }
}

/** The enterprise that an invitation is from. @throws Refusal auth.invitationInvalid */
export function invitedTo(secrets: Secrets, invitation: string): number {
  const [, said, tenant, seconds, mac] =
    /^(([0-9a-z]{1,10})\.([0-9a-z]{1,8}))\.([A-Za-z0-9_-]{43})$/.exec(invitation) ?? []
  if (
    !said ||
    !secrets.checkMac(label, said, Buffer.from(mac!, 'base64url')) ||
    Number.parseInt(seconds!, 36) * 1000 < Date.now()
  )
    throw new Refusal('auth.invitationInvalid')
  return Number.parseInt(tenant!, 36)
}
