import {
  changeOwnPassword as changeOwnPasswordCall,
  editOwnProfile,
  ownProfile as ownProfileCall,
  setOwnPicture,
} from '@timbermark/contract/calls'
import { emailPattern, mobilePattern, plainPattern } from '@timbermark/contract'
import type { Db, Row } from '../../../platform/database/database.ts'
import { Answer, type Call, type RouteSpec, serve } from '../../../platform/http/http.ts'
import { assertValid, invalid } from '../../../platform/refusal.ts'
import { join, type Sql, sql } from '../../../platform/database/sql.ts'
import { readUpload } from '../../../platform/http/upload.ts'
import { runSaveInSteps } from '../../../entity/run-save.ts'
import { answerOne } from '../../../entity/answers.ts'
import { changeOwnPassword } from '../identity/own-password.ts'
import { proveOwner } from '../identity/own-proof.ts'
import { usersWhere } from './users-list.ts'
import { flagIssue, unknownFields } from '../../../entity/wire.ts'

const pictureBytes = 1024 * 1024

/** Whoever asks, whatever else he may read. */
const own = usersWhere(({ actor }) => sql`t.id = ${actor.accountId}`)

async function ownProfile(db: Db, call: Call) {
  const { actor } = call
  const user = await answerOne(db, own, call, actor.accountId)
  const posts = await db.query<{ name: string }>(sql`
    select p.post_name as name from account_post ap join post p on p.tenant_id = ap.tenant_id and p.id = ap.post_id
    where ap.tenant_id = ${actor.tenantId} and ap.account_id = ${actor.accountId} order by p.post_sort, p.id`)
  return { user, roleGroup: user.roleNames.join(', '), postGroup: posts.map(post => post.name).join(', ') }
}

/** Changes of the own profile: these four fields and no other; the password is the caller's word for them. */
function changesOf(body: Row): Sql[] {
  const issues = [
    ...unknownFields(body, ['nickName', 'email', 'phonenumber', 'sex', 'password']),
    ...flagIssue(body, 'sex'),
  ]
  const rules = [
    ['nickName', 30, plainPattern, 'pattern'],
    ['email', 50, emailPattern, 'notEmail'],
    ['phonenumber', 20, mobilePattern, 'notMobile'],
  ] as const
  for (const [field, max, pattern, error] of rules) {
    if (!(field in body)) continue
    const value = typeof body[field] === 'string' ? body[field].trim() : ''
    if (value === '') issues.push({ field, error: 'required' })
    else if ([...value].length > max) issues.push({ field, error: 'tooLong', params: { max } })
    else if (!new RegExp(pattern, 'u').test(value)) issues.push({ field, error })
  }
  assertValid(issues)
  const changes: Sql[] = []
  if ('nickName' in body) changes.push(sql`nick_name = ${(body.nickName as string).trim()}`)
  if ('email' in body) changes.push(sql`email = ${(body.email as string).trim().toLowerCase()}`)
  if ('phonenumber' in body) changes.push(sql`phonenumber = ${(body.phonenumber as string).trim()}`)
  if (body.sex) changes.push(sql`sex = ${body.sex}`)
  return changes
}

/**
 * Where passwords and warnings may one day be sent is changed by the owner only, not by whoever found an open session.
 * @throws Refusal invalid when the password is missing, and those of `proveOwner`
 */
async function proveForContact(call: Pick<Call, 'services' | 'actor'>, body: Row): Promise<void> {
  const { services, actor } = call
  const given = (field: string) => (typeof body[field] === 'string' ? (body[field] as string).trim() : undefined)
  const before = await services.database.withTenant(actor.tenantId, db =>
    db.one<{ email: string | null; phonenumber: string | null }>(
      sql`select email, phonenumber from account where tenant_id = ${actor.tenantId} and id = ${actor.accountId}`,
    ),
  )
  const email = given('email')?.toLowerCase()
  const phone = given('phonenumber')
  const same =
    (email === undefined || email === before.email?.toLowerCase()) &&
    (phone === undefined || phone === before.phonenumber)
  if (same) return
  if (typeof body.password !== 'string' || body.password === '')
    throw invalid([{ field: 'password', error: 'required' }])
  await proveOwner(call, body.password, 'password')
}

export const profileRoutes: RouteSpec[] = [
  serve(ownProfileCall, call =>
    call.services.database.withTenant(call.actor.tenantId, async db => {
      const { user, ...groups } = await ownProfile(db, call)
      return new Answer({ ...user, ...groups }, groups)
    }),
  ),
  serve(editOwnProfile, call => {
    const changes = changesOf(call.body)
    const { services, actor } = call
    return runSaveInSteps(call, 'operationFailed', async () => {
      await proveForContact(call, call.body)
      await services.database.withTenant(actor.tenantId, db =>
        db.execute(
          sql`update account set ${join([...changes, sql`updated_by = ${actor.accountId}`, sql`updated_at = now()`], ', ')} where tenant_id = ${actor.tenantId} and id = ${actor.accountId}`,
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
      // Read before a connection is taken: a picture comes as slowly as its sender likes.
      const upload = await readUpload(request, pictureBytes)
      return services.database.withTenant(actor.tenantId, async db => {
        const kept = await services.files.storeAndEnter(
          db,
          actor.tenantId,
          actor.accountId,
          upload.name,
          upload.content,
          ['png', 'jpg', 'jpeg'],
        )
        const owner = `account/${actor.accountId}`
        // The picture before it belongs to nothing any more.
        await db.execute(
          sql`
            delete from file_object f using account a
            where a.tenant_id = ${actor.tenantId} and a.id = ${actor.accountId} and f.tenant_id = a.tenant_id and f.id = a.avatar and f.owner = ${owner}`,
        )
        await services.files.claim(db, owner, [kept.id], false)
        await db.execute(
          sql`update account set avatar = ${kept.id}, updated_at = now() where tenant_id = ${actor.tenantId} and id = ${actor.accountId}`,
        )
        return new Answer({ imgUrl: kept.url, ...kept }, { imgUrl: kept.url })
      })
    })
  }),
]
