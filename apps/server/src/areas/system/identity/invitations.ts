import { inviteUser, readInvitation, withdrawInvitations } from '@timbermark/contract/calls'
import type { Database, Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { configValue } from '../parameter/config-values.ts'

/** Anyone who has an invitation can use it for this many days; each registration still waits for an administrator. */
const validDays = 7
const label = 'invitation'

interface Invitation {
  tenantId: number
  /** Counter of the enterprise. Withdrawing invitations increments it and invalidates those of earlier rounds. */
  round: number
}

/** Names the enterprise that somebody may register with, signed by the installation: `<enterprise>.<round>.<seconds>.<mac>`. */
function signInvitation(secrets: Secrets, { tenantId, round }: Invitation): { invitation: string; until: Date } {
  const seconds = Math.floor(Date.now() / 1000) + validDays * 86_400
  const payload = [tenantId, round, seconds].map(number => number.toString(36)).join('.')
  const invitation = `${payload}.${secrets.mac(label, payload).toString('base64url')}`
  return { invitation, until: new Date(seconds * 1000) }
}

/** Verifies an invitation and its expiry. @throws Refusal auth.invitationInvalid */
function parseInvitation(secrets: Secrets, invitation: string): Invitation {
  const [, payload, tenant, round, seconds, mac] =
    /^(([0-9a-z]{1,10})\.([0-9a-z]{1,6})\.([0-9a-z]{1,8}))\.([A-Za-z0-9_-]{43})$/.exec(invitation) ?? []
  if (
    !payload ||
    !secrets.checkMac(label, payload, Buffer.from(mac!, 'base64url')) ||
    Number.parseInt(seconds!, 36) * 1000 < Date.now()
  )
    throw new Refusal('auth.invitationInvalid')
  return { tenantId: Number.parseInt(tenant!, 36), round: Number.parseInt(round!, 36) }
}

/** Finds the enterprise of an invitation. @throws Refusal auth.invitationInvalid when the signature is wrong, it expired or it was withdrawn */
export async function findInvitingEnterprise(
  db: Db,
  secrets: Secrets,
  invitation: string,
): Promise<{ id: number; name: string }> {
  const { tenantId, round } = parseInvitation(secrets, invitation)
  const enterprise = await db.maybe<{ id: number; name: string }>(
    sql`select id, name from enterprise where id = ${tenantId} and status = '0' and invitation_round = ${round}`,
  )
  if (!enterprise) throw new Refusal('auth.invitationInvalid')
  return enterprise
}

const loadInvitationRound = (database: Database, tenantId: number) =>
  database.acrossTenants('enterprise', db =>
    db.one<{ round: number }>(sql`select invitation_round as round from enterprise where id = ${tenantId}`),
  )

export const invitationRoutes: RouteSpec[] = [
  serve(readInvitation, async ({ services, params }) => {
    const { name } = await services.database.acrossTenants('sign-in', db =>
      findInvitingEnterprise(db, services.secrets, params.token),
    )
    return { enterpriseName: name }
  }),
  serve(inviteUser, async ({ services, actor }) => {
    const { tenantId } = actor
    const isRegistrationOpen = await services.database.withTenant(tenantId, db =>
      configValue(db, 'sys.account.registerUser'),
    )
    if (isRegistrationOpen !== 'true') throw new Refusal('auth.registrationClosed')
    return signInvitation(services.secrets, { tenantId, ...(await loadInvitationRound(services.database, tenantId)) })
  }),
  serve(withdrawInvitations, async ({ services, actor }) => {
    await services.database.acrossTenants('enterprise', db =>
      db.execute(sql`update enterprise set invitation_round = invitation_round + 1 where id = ${actor.tenantId}`),
    )
  }),
]
