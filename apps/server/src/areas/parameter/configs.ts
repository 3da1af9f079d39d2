import { parameterValue, refreshParameters } from '@timbermark/contract/calls'
import { config } from '@timbermark/contract'
import { z } from 'zod'
import type { ListQuery } from '../../crud/list-query.ts'
import { listRows } from '../../crud/list.ts'
import { rightsOf } from '../../crud/rights.ts'
import { entityRoutes } from '../../crud/routes.ts'
import { getRow } from '../../crud/write.ts'
import { type Actor, may } from '../../platform/actor.ts'
import type { Db, Row } from '../../platform/database/database.ts'
import { Answer, type RouteSpec, Rows, route, serve } from '../../platform/http/http.ts'
import { platformTenant } from '../../platform/operator.ts'
import { Refusal } from '../../platform/refusal.ts'
import { contains, sql } from '../../platform/database/sql.ts'
import type { Language } from '@timbermark/contract'
import { newText } from '../dictionary/dict-texts.ts'
import { bumpRights } from '../rights/rights.ts'
import { aliased, first } from '../../crud/wire.ts'
import { keysContaining, translated } from '../../crud/words.ts'

const anyQuery = z.record(z.string(), z.unknown())
const permission = (verb: string) => ({ permission: `system:config:${verb}` })

/** Values that a delivered parameter may take; others are free text. */
const choices: Record<string, readonly string[]> = {
  'sys.account.captchaEnabled': ['true', 'false'],
  'sys.account.registerUser': ['true', 'false'],
  'sys.account.strongPassword': ['true', 'false'],
  'sys.account.initPasswordModify': ['true', 'false'],
  'sys.index.sideTheme': ['theme-dark', 'theme-light'],
}

async function keysOf(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.query<{ id: number; key: string }>(
    sql`select id, title_key as key from config where id = any(${[...ids]}::bigint[]) and title_key is not null`,
  )
  return new Map(rows.map(row => [row.id, row.key]))
}

async function answered(db: Db, actor: Actor, language: Language, rows: readonly Row[]): Promise<Row[]> {
  const keys = await keysOf(
    db,
    rows.map(row => row.id as number),
  )
  return rows.map(row => {
    const remove = row.configType === 'Y' ? 'system.config.builtIn' : undefined
    return {
      ...row,
      configId: row.id,
      configName: translated(language, keys.get(row.id as number) ?? null, row.configName as string),
      ...rightsOf(config, actor, row, { against: { remove } }),
    }
  })
}

const plain = entityRoutes(
  config,
  {
    beforeWrite: async (db, _actor, body, before) => {
      const key = String(body.configKey ?? before?.configKey ?? '').trim()
      if (before?.configType === 'Y' && key !== before.configKey) throw new Refusal('system.config.keyFixed')
      const allowed = Object.hasOwn(choices, key) ? choices[key] : undefined
      if (allowed && 'configValue' in body && !allowed.includes(String(body.configValue)))
        throw new Refusal('system.config.value', { values: allowed.join(', ') })
      if (!before || !('configName' in body)) return
      const title = (await keysOf(db, [before.id as number])).get(before.id as number) ?? null
      const name = newText(body.configName, title, before.configName as string)
      if (name === undefined) body.configName = before.configName
      else await db.execute(sql`update config set title_key = null where id = ${before.id}`)
    },
    beforeRemove: async (_db, _actor, row) => {
      if (row.configType === 'Y') throw new Refusal('system.config.builtIn', { key: String(row.configKey) })
    },
  },
  ['list', 'query', 'options'],
)

export const configRoutes: RouteSpec[] = [
  ...aliased(plain, 'configId'),
  route({
    method: 'GET',
    path: '/system/config/list',
    access: permission('list'),
    summary: 'Parameters, names in the reader’s language',
    query: anyQuery,
    labels: 'system.config',
    handler: ({ services, actor, query, language }) =>
      services.database.withTenant(actor.tenantId, async db => {
        const { configName: _name, ...rest } = query
        const name = first(query.configName)
        const { rows, total, estimated } = await listRows(db, config, actor, rest as ListQuery, [
          ...(name
            ? [
                sql`(t.config_name ilike ${contains(name)} or t.title_key = any(${keysContaining(language, 'config.', name)}))`,
              ]
            : []),
        ])
        return new Rows(await answered(db, actor, language, rows), total, estimated)
      }),
  }),
  route({
    method: 'GET',
    path: '/system/config/:id(^\\d+$)',
    access: permission('query'),
    summary: 'One parameter',
    handler: ({ services, actor, params, language }) =>
      services.database.withTenant(
        actor.tenantId,
        async db =>
          (
            await answered(db, actor, language, [await getRow(db, services.files, config, actor, Number(params.id))])
          )[0],
      ),
  }),
  serve(refreshParameters, ({ services, actor }) =>
    services.database.withTenant(actor.tenantId, async db => {
      await bumpRights(db, platformTenant)
      return db.one(sql`select count(*)::int as parameters from config`)
    }),
  ),
  serve(parameterValue, async ({ services, params, request }) => {
    const row = await services.database.withoutTenant(db =>
      db.maybe<{ config_value: string; is_public: boolean }>(
        sql`select config_value, is_public from config where config_key = ${params.key}`,
      ),
    )
    if (!row) throw new Refusal('notFound')
    if (!row.is_public) {
      const token = request.headers.authorization?.replace(/^Bearer /, '')
      const actor = token ? await services.sessions.actor(token) : undefined
      const allowed =
        actor &&
        !actor.mustChangePassword &&
        actor.userType === 1 &&
        (may(actor, 'system:config:query') || may(actor, 'system:config:list'))
      if (!allowed) throw new Refusal('notFound')
    }
    return new Answer(row.config_value, { msg: row.config_value })
  }),
]
