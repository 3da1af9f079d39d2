import {
  changeOwnPassword as changeOwnPasswordCall,
  editOwnProfile,
  ownProfile as ownProfileCall,
  setOwnPicture,
} from '@timbermark/contract/calls'
import { checkField, plainPattern, user } from '@timbermark/contract'
import { contactText } from '@timbermark/contract/reading'
import type { Db, Row } from '../../../platform/database/database.ts'
import { Answer, type Call, type RouteSpec, serve } from '../../../platform/http/http.ts'
import { assertValid, invalid } from '../../../platform/refusal.ts'
import { join, type Sql, sql } from '../../../platform/database/sql.ts'
import { readUpload } from '../../../platform/http/upload.ts'
import { runSaveInSteps } from '../../../entity/run-save.ts'
import { answerOne } from '../../../entity/answers.ts'
import { changeOwnPassword } from '../identity/own-password.ts'
import { reauthenticate } from '../identity/reauthentication.ts'
import { usersReadingWhere } from './users-list.ts'
import { flagIssue, unknownFields } from '../../../entity/wire.ts'

const pictureBytes = 1024 * 1024

/** The caller's own user, whatever their data scope. */
const ownUser = usersReadingWhere(({ actor }) => sql`t.id = ${actor.accountId}`)

async function loadOwnProfile(db: Db, call: Call) {
  const { actor } = call
  const user = await answerOne(db, ownUser, call, actor.accountId)
  const posts = await db.query<{ name: string }>(sql`
    select p.post_name as name from account_post ap join post p on p.tenant_id = ${actor.tenantId} and p.id = ap.post_id
    where ap.tenant_id = ${actor.tenantId} and ap.account_id = ${actor.accountId} order by p.post_sort, p.id`)
  return { user, roleGroup: user.roleNames.join(', '), postGroup: posts.map(post => post.name).join(', ') }
}

/** Validates changes of the own profile: only these four fields; the password confirms them. */
function parseProfileChanges(body: Row): Sql[] {
  const issues = [
    ...unknownFields(body, ['nickName', 'email', 'phonenumber', 'sex', 'password']),
    ...flagIssue(body, 'sex'),
  ]
  if ('nickName' in body) {
    const value = typeof body.nickName === 'string' ? body.nickName.trim() : ''
    if (value === '') issues.push({ field: 'nickName', error: 'required' })
    else if ([...value].length > 30) issues.push({ field: 'nickName', error: 'tooLong', params: { max: 30 } })
    else if (!new RegExp(plainPattern, 'u').test(value)) issues.push({ field: 'nickName', error: 'pattern' })
  }
  for (const field of ['email', 'phonenumber'] as const) {
    const issue = field in body ? checkField(field, user.fields[field], body[field] ?? '') : undefined
    if (issue) issues.push(issue)
  }
  assertValid(issues)
  const changes: Sql[] = []
  if ('nickName' in body) changes.push(sql`nick_name = ${(body.nickName as string).trim()}`)
  if ('email' in body) changes.push(sql`email = ${(body.email as string).trim().toLowerCase()}`)
  if ('phonenumber' in body)
    changes.push(sql`phonenumber = ${contactText(user.fields.phonenumber, body.phonenumber as string)}`)
  if (body.sex) changes.push(sql`sex = ${body.sex}`)
  return changes
}

/**
 * The changes without an empty e-mail address or phone number where the account has none: the first administrator of an
 * enterprise is made without, and must not need them to change a name. One that is there cannot be emptied.
 */
async function withoutMissingContact({
  services,
  actor,
  body,
}: Pick<Call, 'services' | 'actor' | 'body'>): Promise<Row> {
  const changes: Row = { ...(body as Row) }
  const isEmpty = (value: unknown) => value === null || (typeof value === 'string' && value.trim() === '')
  if (!isEmpty(changes.email) && !isEmpty(changes.phonenumber)) return changes
  const before = await services.database.withTenant(actor.tenantId, db =>
    db.one<{ email: string | null; phonenumber: string | null }>(
      sql`select email, phonenumber from account where tenant_id = ${actor.tenantId} and id = ${actor.accountId}`,
    ),
  )
  for (const field of ['email', 'phonenumber'] as const)
    if (!before[field] && isEmpty(changes[field])) delete changes[field]
  return changes
}

/**
 * Contact data may be used to send passwords and warnings, so changing it requires the password, not only an open session.
 * @throws Refusal invalid when the password is missing, and those of `reauthenticate`
 */
async function reauthenticateForContact(call: Pick<Call, 'services' | 'actor'>, body: Row): Promise<void> {
  const { services, actor } = call
  const sentText = (field: string) => (typeof body[field] === 'string' ? (body[field] as string).trim() : undefined)
  const before = await services.database.withTenant(actor.tenantId, db =>
    db.one<{ email: string | null; phonenumber: string | null }>(
      sql`select email, phonenumber from account where tenant_id = ${actor.tenantId} and id = ${actor.accountId}`,
    ),
  )
  const email = sentText('email')?.toLowerCase()
  const sentPhone = sentText('phonenumber')
  const phone = sentPhone && (contactText(user.fields.phonenumber, sentPhone) ?? sentPhone)
  const same =
    (email === undefined || email === before.email?.toLowerCase()) &&
    (phone === undefined || phone === before.phonenumber)
  if (same) return
  if (typeof body.password !== 'string' || body.password === '')
    throw invalid([{ field: 'password', error: 'required' }])
  await reauthenticate(call, body.password, 'password')
}

export const profileRoutes: RouteSpec[] = [
  serve(ownProfileCall, call =>
    call.services.database.withTenant(call.actor.tenantId, async db => {
      const { user, ...groups } = await loadOwnProfile(db, call)
      return new Answer({ ...user, ...groups }, groups)
    }),
  ),
  serve(editOwnProfile, call => {
    const { services, actor } = call
    return runSaveInSteps(call, 'operationFailed', async () => {
      const body = await withoutMissingContact(call)
      const changes = parseProfileChanges(body)
      await reauthenticateForContact(call, body)
      await services.database.withTenant(actor.tenantId, db =>
        db.execute(
          sql`update account set ${join([...changes, sql`updated_by = ${actor.accountId}`, sql`updated_at = now()`], ', ')}
            where tenant_id = ${actor.tenantId} and id = ${actor.accountId}`,
        ),
      )
    })
  }),
  serve(changeOwnPasswordCall, call =>
    runSaveInSteps(call, 'auth.passwordChangeFailed', () => changeOwnPassword(call, call.body)),
  ),
  serve(setOwnPicture, call => {
    const { services, actor, request } = call
    return runSaveInSteps(call, 'operationFailed', async () => {
      // Read before a connection is taken, because the sender determines how long the upload takes.
      const upload = await readUpload(request, pictureBytes)
      return services.database.withTenant(actor.tenantId, async db => {
        const stored = await services.files.storeAndEnter(
          db,
          actor.tenantId,
          actor.accountId,
          upload.name,
          upload.content,
          ['png', 'jpg', 'jpeg'],
        )
        const owner = `account/${actor.accountId}`
        // Remove the previous picture.
        await db.execute(
          sql`
            delete from file_object f using account a
            where a.tenant_id = ${actor.tenantId} and a.id = ${actor.accountId} and f.tenant_id = ${actor.tenantId} and f.id = a.avatar and f.owner = ${owner}`,
        )
        await services.files.claim(db, owner, [stored.id], false)
        await db.execute(
          sql`update account set avatar = ${stored.id}, updated_at = now() where tenant_id = ${actor.tenantId} and id = ${actor.accountId}`,
        )
        return new Answer({ imgUrl: stored.url, ...stored }, { imgUrl: stored.url })
      })
    })
  }),
]
