import { type FormContent, formDesign, formFormat, formIssues, type Issue } from '@timbermark/contract'
import {
  addForm,
  editForm,
  formAsComponent,
  formAsJson,
  type FormContentBody,
  removeForms,
} from '@timbermark/contract/calls'
import { dictionaries } from '@timbermark/contract/stages'
import { readingOf } from '../../../entity/read-rows.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { idsOf } from '../../../entity/write.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { Db } from '../../../platform/database/database.ts'
import { sql } from '../../../platform/database/sql.ts'
import { FileAnswer, type RouteSpec, serve } from '../../../platform/http/http.ts'
import { assertValid, invalid, Refusal } from '../../../platform/refusal.ts'
import { oneLine } from '../gen/proposal.ts'
import { componentName, componentText } from './component.ts'

const reading = readingOf(formDesign, {
  table: 'form_design',
  where: ({ actor }) => sql`t.tenant_id = ${actor.tenantId}`,
  columns: {
    fieldCount: sql`(select coalesce(sum(jsonb_array_length(g -> 'fields')), 0)::int from jsonb_array_elements(t.content -> 'groups') g)`,
  },
  more: sql`t.content`,
})

const isDictionary = (type: string) => dictionaries.some(one => one.type === type)

interface FormInput {
  name: string
  remark?: string | null | undefined
  content: FormContentBody
}

/** The stored form of an input. @throws Refusal invalid */
function checkForm({ name, remark, content }: FormInput): {
  name: string
  remark: string | null
  content: FormContent
} {
  const plain = oneLine(name)
  const issues: Issue[] = [
    ...(plain === '' ? [{ field: 'name', error: 'required' } as const] : []),
    ...([...plain].length > 100 ? [{ field: 'name', error: 'tooLong', params: { max: 100 } } as const] : []),
    ...formIssues(content as FormContent, isDictionary),
  ]
  assertValid(issues)
  return { name: plain, remark: remark?.trim() || null, content: content as FormContent }
}

/** @throws Refusal invalid when another form has the name */
async function assertFree(db: Db, actor: Actor, name: string, id?: number): Promise<void> {
  const other = await db.maybe(sql`
    select 1 from form_design where tenant_id = ${actor.tenantId} and name = ${name} and id <> ${id ?? 0}`)
  if (other) throw invalid([{ field: 'name', error: 'taken' }])
}

async function formOf(
  db: Db,
  actor: Actor,
  id: number,
): Promise<{ name: string; remark: string | null; content: FormContent }> {
  const row = await db.maybe<{ name: string; remark: string | null; content: FormContent }>(
    sql`select name, remark, content from form_design where tenant_id = ${actor.tenantId} and id = ${id}`,
  )
  if (!row) throw new Refusal('notFound')
  return row
}

export const buildRoutes: RouteSpec[] = [
  ...viewRoutes(reading, { summary: 'Forms of the builder' }),
  serve(addForm, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const { name, remark, content } = checkForm(body)
      await assertFree(db, actor, name)
      return db.one<{ id: number }>(sql`
        insert into form_design (tenant_id, name, remark, content, created_by, updated_by)
        values (${actor.tenantId}, ${name}, ${remark}, ${JSON.stringify(content)}::jsonb, ${actor.accountId}, ${actor.accountId})
        returning id`)
    }),
  ),
  serve(editForm, ({ services, actor, body }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const { name, remark, content } = checkForm(body)
      await assertFree(db, actor, name, body.id)
      const changed = await db.execute(sql`
        update form_design set name = ${name}, remark = ${remark}, content = ${JSON.stringify(content)}::jsonb,
          updated_by = ${actor.accountId}, updated_at = now()
        where tenant_id = ${actor.tenantId} and id = ${body.id}`)
      if (changed === 0) throw new Refusal('notFound')
    }),
  ),
  serve(removeForms, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const ids = idsOf(params.ids)
      const removed = await db.execute(
        sql`delete from form_design where tenant_id = ${actor.tenantId} and id = any(${ids}::bigint[])`,
      )
      if (removed < ids.length) throw new Refusal('notFound')
      return { removed }
    }),
  ),
  serve(formAsJson, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const form = await formOf(db, actor, Number(params.id))
      const text = `${JSON.stringify({ format: formFormat, ...form }, null, 2)}\n`
      return new FileAnswer(Buffer.from(text), 'application/json', `${form.name}.json`)
    }),
  ),
  serve(formAsComponent, ({ services, actor, params }) =>
    services.database.withTenant(actor.tenantId, async db => {
      const { name, content } = await formOf(db, actor, Number(params.id))
      return new FileAnswer(Buffer.from(componentText(name, content)), 'text/plain', `${componentName(name)}.tsx`)
    }),
  ),
]
