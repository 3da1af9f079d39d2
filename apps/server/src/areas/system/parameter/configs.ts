import { parameterValue, refreshParameters } from '@timbermark/contract/calls'
import { checkParameter, config, type RowOf } from '@timbermark/contract'
import type { PhraseKey } from '@timbermark/phrases'
import { phrase } from '@timbermark/phrases/all'
import type { SheetOptions } from '../../../entity/export.ts'
import { readingOf } from '../../../entity/read-rows.ts'
import { entityRoutes } from '../../../entity/routes.ts'
import { viewRoutes } from '../../../entity/view-routes.ts'
import { aliased } from '../../../entity/wire.ts'
import { hasPermission } from '../../../platform/actor.ts'
import { sql } from '../../../platform/database/sql.ts'
import { Answer, type RouteSpec, serve } from '../../../platform/http/http.ts'
import { platformTenant } from '../../../platform/operator.ts'
import { invalid, Refusal } from '../../../platform/refusal.ts'
import { bumpRights } from '../rights/rights.ts'

/** Phrases of the values of switches and choices. */
const valueWords: Record<string, PhraseKey> = {
  true: 'system.config.configValue.true',
  false: 'system.config.configValue.false',
  'theme-dark': 'system.config.configValue.theme-dark',
  'theme-light': 'system.config.configValue.theme-light',
}

/** The workbook of the parameters screen. */
const sheet: SheetOptions = {
  cells: {
    configValue: (value, language) => {
      const key = Object.hasOwn(valueWords, String(value)) ? valueWords[String(value)] : undefined
      return key && phrase(language, key)
    },
  },
}

const reading = readingOf(config, {
  rules: (row: RowOf<typeof config>) => ({
    against: { remove: row.configType === 'Y' ? 'system.config.builtIn' : undefined },
  }),
})

const plain = entityRoutes(
  config,
  {
    beforeWrite: async (_db, _actor, body, before) => {
      const key = String(body.configKey ?? before?.configKey ?? '').trim()
      if (before?.configType === 'Y' && key !== before.configKey) throw new Refusal('system.config.keyFixed')
      // A new key can require another kind of value, so check also when the value itself is unchanged.
      if (!before || 'configValue' in body || key !== before.configKey) {
        const fault = checkParameter(key, 'configValue' in body ? body.configValue : before?.configValue)
        if (fault) throw invalid([{ field: 'configValue', ...fault }])
      }
    },
    beforeRemove: async (_db, _actor, row) => {
      if (row.configType === 'Y') throw new Refusal('system.config.builtIn', { key: String(row.configKey) })
    },
  },
  ['list', 'query', 'export', 'options'],
)

export const configRoutes: RouteSpec[] = [
  ...aliased(plain, 'configId'),
  ...viewRoutes(reading, { summary: 'Parameters, names in the reader’s language', sheet }),
  serve(refreshParameters, ({ services, actor }) =>
    services.database.withTenant(actor.tenantId, async db => {
      await bumpRights(db, platformTenant)
      return db.one(sql`select count(*)::int as parameters from config`)
    }),
  ),
  serve(parameterValue, async ({ services, params, request }) => {
    const row = await services.database.withoutTenant(db =>
      db.maybe<{ config_value: string | null; is_public: boolean }>(
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
        !actor.mustSetUpFactor &&
        actor.userType === 1 &&
        (hasPermission(actor, 'system:config:query') || hasPermission(actor, 'system:config:list'))
      if (!allowed) throw new Refusal('notFound')
    }
    const value = row.config_value ?? ''
    return new Answer(value, { msg: value })
  }),
]
