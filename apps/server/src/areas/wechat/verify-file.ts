import type { App } from '../../platform/http/http.ts'
import { platformTenant } from '../../platform/operator.ts'
import type { Services } from '../../platform/services.ts'
import { sql } from '../../platform/database/sql.ts'

const form = /^(?:MP_verify_)?([A-Za-z0-9]{4,64})(?:\.txt)?$/

/** The token of a verification file, by the file's name or by itself; undefined when it is none. */
export const verifyTokenOf = (text: string): string | undefined => form.exec(text)?.[1]

export const verifyFileName = (token: string): string => `MP_verify_${token}.txt`

/**
 * Serves the file by which the messaging platform checks, before sign-in and scripts may be used, that the host is the
 * operator's. It holds the token that is in its name.
 */
export function registerVerifyFile(app: App, { database }: Services): void {
  app.get<{ Params: { file: string } }>('/:file(^MP_verify_[A-Za-z0-9]{4,64}\\.txt$)', async (request, reply) => {
    const token = verifyTokenOf(request.params.file)
    const row = await database.withTenant(platformTenant, db =>
      db.maybe(sql`select 1 from wechat_account where tenant_id = ${platformTenant} and verify_token = ${token}`),
    )
    reply.type('text/plain; charset=utf-8').header('cache-control', 'no-cache')
    return row ? token : reply.code(404).send('Not found')
  })
}
