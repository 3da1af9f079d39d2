import { z } from 'zod'
import type { Listed } from './entity.ts'
import type { Field } from './field.ts'
import { inputSchema, textsInputSchema } from './kinds/shape.ts'
import { textsKeyOf } from './kinds/texts.ts'
import { requiresVersion } from './versions.ts'
import { oneOfEach } from './wire/shapes.ts'

/** JSON Schema of one field in a request. */
export function fieldSchema(field: Field): Record<string, unknown> {
  const shape = inputSchema(field)
  return withoutGaps(
    'types' in field ? { ...shape, description: `${shape.description}: ${field.types.join(', ')}` } : shape,
  )
}

const withoutGaps = (schema: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined))

/**
 * Body of the add or edit of a declared entity or of a view, with extra fields of the call. The entity's fields are
 * parsed as they come: `checkBody` checks them against the declaration. The interface docs describe them.
 * @param requiredExtra extra fields that are required
 */
export function entityBody<const More extends z.ZodRawShape = Record<never, never>>(
  entity: Pick<Listed, 'fields'>,
  mode: 'add' | 'edit',
  extra?: More,
  requiredExtra: readonly (keyof More & string)[] = [],
) {
  const fields = Object.entries(entity.fields).filter(
    ([, field]) => !field.readonly && !(mode === 'edit' ? field.createOnly : field.changeOnly),
  )
  const requiredFields = fields.filter(
    ([, field]) => field.required && !('default' in field && field.default !== undefined) && !('inLanguages' in field),
  )
  const extraSchema = z.toJSONSchema(z.object(extra ?? {}), { io: 'input', unrepresentable: 'any' })
  return z.looseObject(extra ?? ({} as More)).meta({
    required: [...(mode === 'edit' ? ['id'] : requiredFields.map(([name]) => name)), ...requiredExtra],
    properties: {
      ...(mode === 'edit' ? { id: { type: 'integer' } } : {}),
      ...(mode === 'edit' && requiresVersion(entity) ? { seen: { type: 'integer' } } : {}),
      ...Object.fromEntries(fields.map(([name, field]) => [name, fieldSchema(field)])),
      ...Object.fromEntries(
        fields.flatMap(([name, field]) =>
          field.kind === 'text' && field.inLanguages ? [[textsKeyOf(name), withoutGaps(textsInputSchema(field))]] : [],
        ),
      ),
      ...extraSchema.properties,
    },
    additionalProperties: false,
    ...oneOfEach(
      ...(mode === 'edit' ? [] : fields).flatMap(([name, field]) =>
        field.required && field.kind === 'text' && field.inLanguages ? [[name, textsKeyOf(name)]] : [],
      ),
    ),
  })
}
