import { type AnyEntity, entityByKey, type Field } from '@timbermark/contract'
import type { ApiCall, JsonSchema } from './openapi.ts'

/**
 * Body of the plain add and edit of a declared entity. The document leaves it open, because the declaration checks it;
 * so the declaration says here what it takes.
 */
export function declaredBody(call: ApiCall): JsonSchema | undefined {
  if (call.method !== 'POST' && call.method !== 'PUT') return undefined
  if (call.body?.properties !== undefined && Object.keys(call.body.properties).length > 0) return undefined
  const entity = entityByKey(call.path.replace(/^\/api\//, ''))
  return entity && bodySchema(entity, call.method === 'POST' ? 'add' : 'edit')
}

function bodySchema(entity: AnyEntity, mode: 'add' | 'edit'): JsonSchema {
  const fields = Object.entries(entity.fields).filter(
    ([, field]) => !field.readonly && !(mode === 'edit' && field.createOnly),
  )
  const properties = Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field)]))
  if (mode === 'edit')
    return { type: 'object', required: ['id'], properties: { id: { type: 'integer' }, ...properties } }
  const needed = fields.filter(([, field]) => field.required && !('default' in field && field.default !== undefined))
  return { type: 'object', required: needed.map(([name]) => name), properties }
}

function fieldSchema(field: Field): JsonSchema {
  switch (field.kind) {
    case 'text':
      return { type: 'string', minLength: field.min, maxLength: field.max, description: field.pattern }
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
