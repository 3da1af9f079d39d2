import { z } from 'zod'
import type { AnyEntity } from './entity.ts'
import type { Field } from './field.ts'

/** JSON Schema of one field as it is sent. */
function fieldSchema(field: Field): Record<string, unknown> {
  switch (field.kind) {
    case 'text':
      return {
        type: 'string',
        minLength: field.min,
        maxLength: field.max,
        pattern: field.pattern,
        description: field.pattern,
      }
    case 'richText':
      return { type: 'string', format: 'html', maxLength: field.max }
    case 'integer':
      return { type: 'integer', minimum: field.min, maximum: field.max }
    case 'decimal':
      return { type: 'string', format: 'decimal', minimum: field.min, maximum: field.max }
    case 'date':
      return { type: 'string', format: 'date' }
    case 'datetime':
      return { type: 'string', format: 'date-time' }
    case 'choice':
      return { enum: [...field.options], default: field.default }
    case 'flag':
      return { type: 'boolean' }
    case 'dict':
      return { type: 'string', default: field.default, description: `/api/system/dict/data/type/${field.dict}` }
    case 'ref':
      return { type: 'integer', description: `/api/${field.entity}/options` }
    case 'images':
    case 'files':
    case 'video':
      return {
        type: 'array',
        items: { type: 'string' },
        maxItems: field.maxItems,
        description: `/api/common/upload: ${field.types.join(', ')}`,
      }
  }
}

const withoutGaps = (schema: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined))

/**
 * Body of the add or edit of a declared entity, with the fields that the call takes beside it. The entity's own are read
 * as they come: `checkBody` says by the declaration what is wrong with them. What they should hold is told in the
 * interface docs.
 */
export function entityBody<const More extends z.ZodRawShape = Record<never, never>>(
  entity: AnyEntity,
  mode: 'add' | 'edit',
  more?: More,
) {
  const fields = Object.entries(entity.fields).filter(
    ([, field]) => !field.readonly && !(mode === 'edit' && field.createOnly),
  )
  const needed = fields.filter(([, field]) => field.required && !('default' in field && field.default !== undefined))
  const beside = z.toJSONSchema(z.object(more ?? {}), { io: 'input', unrepresentable: 'any' })
  return z.looseObject(more ?? ({} as More)).meta({
    required: mode === 'edit' ? ['id'] : needed.map(([name]) => name),
    properties: {
      ...(mode === 'edit' ? { id: { type: 'integer' } } : {}),
      ...Object.fromEntries(fields.map(([name, field]) => [name, withoutGaps(fieldSchema(field))])),
      ...beside.properties,
    },
    additionalProperties: false,
  })
}
