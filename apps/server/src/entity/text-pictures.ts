import { type AnyEntity, type Issue, limits } from '@timbermark/contract'
import type { Actor } from '../platform/actor.ts'
import type { Db, Row } from '../platform/database/database.ts'
import { cleanRichText, picturesIn } from '../platform/files/rich-text.ts'
import { sql } from '../platform/database/sql.ts'

const { types, megabytes } = limits.textPicture
/** Types by content; jpg and jpeg are the same. */
const taken = new Set<string>(types.map(type => (type === 'jpeg' ? 'jpg' : type)))

/**
 * Pictures inside rich text must satisfy the editor's limits (specification sections 5 and 9) for every caller:
 * an upload by itself may be larger and of other types. A missing file is refused when it is claimed.
 */
export async function textPictureIssues(db: Db, entity: AnyEntity, actor: Actor, body: Row): Promise<Issue[]> {
  const pictures = Object.entries(entity.fields).flatMap(([field, { kind }]) =>
    kind === 'richText' && typeof body[field] === 'string'
      ? picturesIn(cleanRichText(body[field])).map(id => ({ field, id }))
      : [],
  )
  if (pictures.length === 0) return []
  const files = await db.query<{ id: string; extension: string; size: number }>(
    sql`select id, extension, size from file_object where tenant_id = ${actor.tenantId} and id = any(${pictures.map(picture => picture.id)})`,
  )
  const byId = new Map(files.map(file => [file.id, file]))
  return pictures.flatMap(({ field, id }): Issue[] => {
    const file = byId.get(id)
    if (!file) return []
    if (!taken.has(file.extension)) return [{ field, error: 'fileType', params: { types: types.join(', ') } }]
    if (file.size > megabytes * 1024 * 1024)
      return [{ field, error: 'fileTooLarge', params: { max: `${megabytes} MB` } }]
    return []
  })
}
