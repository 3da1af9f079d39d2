import { z } from 'zod'
import type { Listed } from './entity.ts'
import type { Field } from './field.ts'
import { sentShape, sentTexts } from './kinds/shape.ts'
import { textsKeyOf } from './kinds/texts.ts'
import { takesSeen } from './versions.ts'
import { oneOfEach } from './wire/shapes.ts'

/** JSON Schema of one field as it is sent. */
function fieldSchema(field: Field): Record<string, unknown> {
  const shape = sentShape(field)
  return 'types' in field ? { ...shape, description: `${shape.description}: ${field.types.join(', ')}` } : shape
}

const withoutGaps = (schema: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(schema).filter(([, value]) => value !== undefined))

/**
 * Body of the add or edit of a declared entity, or of what a view shows of one, with the fields that the call takes beside it. The entity's own are read
 * as they come: `checkBody` says by the declaration what is wrong with them. What they should hold is told in the
 * interface docs.
 * @param needed of the fields beside it those that have to be there
 */
export function entityBody<const More extends z.ZodRawShape = Record<never, never>>(
  entity: Pick<Listed, 'fields'>,
  mode: 'add' | 'edit',
  more?: More,
  needed: readonly (keyof More & string)[] = [],
) {
  const fields = Object.entries(entity.fields).filter(
    ([, field]) => !field.readonly && !(mode === 'edit' ? field.createOnly : field.changeOnly),
  )
  const own = fields.filter(
    ([, field]) => field.required && !('default' in field && field.default !== undefined) && !('inLanguages' in field),
  )
  const beside = z.toJSONSchema(z.object(more ?? {}), { io: 'input', unrepresentable: 'any' })
  return z.looseObject(more ?? ({} as More)).meta({
    required: [...(mode === 'edit' ? ['id'] : own.map(([name]) => name)), ...needed],
    properties: {
      ...(mode === 'edit' ? { id: { type: 'integer' } } : {}),
      ...(mode === 'edit' && takesSeen(entity) ? { seen: { type: 'integer' } } : {}),
      ...Object.fromEntries(fields.map(([name, field]) => [name, withoutGaps(fieldSchema(field))])),
      ...Object.fromEntries(
        fields.flatMap(([name, field]) =>
          field.kind === 'text' && field.inLanguages ? [[textsKeyOf(name), withoutGaps(sentTexts(field))]] : [],
        ),
      ),
      ...beside.properties,
    },
    additionalProperties: false,
    ...oneOfEach(
      ...(mode === 'edit' ? [] : fields).flatMap(([name, field]) =>
        field.required && field.kind === 'text' && field.inLanguages ? [[name, textsKeyOf(name)]] : [],
      ),
    ),
  })
}
