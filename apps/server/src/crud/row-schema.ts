import { type Field, type Listed, labelKeyOf, type ViewInput } from '@timbermark/contract'
import { z } from 'zod'
import { isStored } from './list-query.ts'

const file = z.looseObject({ id: z.string(), name: z.string(), url: z.string(), size: z.number(), type: z.string() })

/** What a row carries of a field, when it holds a value. */
function schemaOf(field: Field): z.ZodType {
  switch (field.kind) {
    case 'integer':
    case 'ref':
      return z.int()
    case 'decimal':
      return z.union([z.number(), z.string()])
    case 'flag':
      return z.boolean()
    case 'choice':
      return z.enum(field.options as readonly [string, ...string[]])
    case 'images':
    case 'files':
    case 'video':
      return z.array(file)
    case 'date':
      return z.iso.date()
    case 'datetime':
      return z.iso.datetime({ offset: true })
    case 'dict':
      return field.numeric ? z.int() : z.string()
    case 'text':
      return field.several ? z.array(z.string()) : z.string()
    default:
      return z.string()
  }
}

/** One row of a list as it is answered, for the interface docs and for the tests, which hold every answer against it. */
export function rowSchemaOf(listed: Listed): z.ZodType {
  const fields = Object.entries(listed.fields).flatMap(([key, field]): [string, z.ZodType][] => {
    const value = field.required ? schemaOf(field) : schemaOf(field).nullable()
    return [
      [key, field.permission ? value.optional() : value],
      ...(field.kind === 'ref' ? [[labelKeyOf(key), z.string().nullable()] as [string, z.ZodType]] : []),
    ]
  })
  const alias = (listed as ViewInput).idAlias
  const stored = isStored(listed) || (listed as ViewInput).of !== undefined
  return z.looseObject({
    id: z.int(),
    ...(alias ? { [alias]: z.int() } : {}),
    ...Object.fromEntries(fields),
    ...(stored ? { createTime: z.string(), updateTime: z.string().nullable(), createBy: z.string().nullable() } : {}),
    can: z.array(z.string()),
    why: z.record(z.string(), z.string()),
  })
}
