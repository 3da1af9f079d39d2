import { inviteUser, readInvitation, withdrawInvitations } from '@timbermark/contract/calls'
import type { Database, Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { type RouteSpec, serve } from '../../../platform/http/http.ts'
import type { Secrets } from '../../../platform/installation/secrets.ts'
import { Refusal } from '../../../platform/refusal.ts'
import { configValue } from '../parameter/config-values.ts'

/** An invitation is good for so many days, for everybody who has it: each still waits for an administrator. */
const goodDays = 7
const label = 'invitation'

interface Invited {
  tenantId: number
  /** Of the enterprise's invitations; those of earlier ones were withdrawn. */
  round: number
}

/** Says which enterprise somebody may register with, signed by the installation: `<enterprise>.<round>.<seconds>.<code>`. */
function invite(secrets: Secrets, { tenantId, round }: Invited): { invitation: string; until: Date } {
  const seconds = Math.floor(Date.now() / 1000) + goodDays * 86_400
  const said = [tenantId, round, seconds].map(number => number.toString(36)).join('.')
  const invitation = `${said}.${secrets.mac(label, said).toString('base64url')}`
  return { invitation, until: new Date(seconds * 1000) }
}

/** What an invitation says, if it is ours and in time. @throws Refusal auth.invitationInvalid */
function read(secrets: Secrets, invitation: string): Invited {
  const [, said, tenant, round, seconds, mac] =
    /^(([0-9a-z]{1,10})\.([0-9a-z]{1,6})\.([0-9a-z]{1,8}))\.([A-Za-z0-9_-]{43})$/.exec(invitation) ?? []
  if (
    !said ||
    !secrets.checkMac(label, said, Buffer.from(mac!, 'base64url')) ||
    Number.parseInt(seconds!, 36) * 1000 < Date.now()
  )
    throw new Refusal('auth.invitationInvalid')
  return { tenantId: Number.parseInt(tenant!, 36), round: Number.parseInt(round!, 36) }
}

/** The enterprise that an invitation is from. @throws Refusal auth.invitationInvalid: not ours, too old, withdrawn */
export async function invitedTo(db: Db, secrets: Secrets, invitation: string): Promise<{ id: number; name: string }> {
  const { tenantId, round } = read(secrets, invitation)
  const found = await db.maybe<{ id: number; name: string }>(
    sql`select id, name from enterprise where id = ${tenantId} and status = '0' and invitation_round = ${round}`,
  )
  if (!found) throw new Refusal('auth.invitationInvalid')
  return found
}

const roundOf = (database: Database, tenantId: number) =>
  database.acrossTenants('enterprise', db =>
    db.one<{ round: number }>(sql`select invitation_round as round from enterprise where id = ${tenantId}`),
  )

export const invitationRoutes: RouteSpec[] = [
  serve(readInvitation, async ({ services, params }) => {
    const { name } = await services.database.acrossTenants('sign-in', db =>
      invitedTo(db, services.secrets, params.token),
    )
    return { enterpriseName: name }
  }),
  serve(inviteUser, async ({ services, actor }) => {
    const { tenantId } = actor
    const open = await services.database.withTenant(tenantId, db => configValue(db, 'sys.account.registerUser'))
    if (open !== 'true') throw new Refusal('auth.registrationClosed')
    return invite(services.secrets, { tenantId, ...(await roundOf(services.database, tenantId)) })
  }),
  serve(withdrawInvitations, async ({ services, actor }) => {
    await services.database.acrossTenants('enterprise', db =>
      db.execute(sql`update enterprise set invitation_round = invitation_round + 1 where id = ${actor.tenantId}`),
    )
  }),
]
