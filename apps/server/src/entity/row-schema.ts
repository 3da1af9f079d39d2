import { type Listed, labelKeyOf, textsKeyOf, type ViewInput } from '@timbermark/contract'
import { rowShape, rowTexts } from '@timbermark/contract/kind-shapes'
import { z } from 'zod'
import { isStored } from './list-query.ts'
import { isNaming } from './names.ts'

/** One row of a list as it is answered, for the interface docs and for the tests, which check every answer against it. */
export function rowSchemaOf(listed: Listed): z.ZodType {
  const fields = Object.entries(listed.fields).flatMap(([key, field]): [string, z.ZodType][] => {
    const value = field.required ? rowShape(field) : rowShape(field).nullable()
    return [
      [key, field.permission ? value.optional() : value],
      ...(isNaming(field) ? [[textsKeyOf(key), rowTexts] as [string, z.ZodType]] : []),
      ...(field.kind === 'ref' ? [[labelKeyOf(key), z.string().nullable()] as [string, z.ZodType]] : []),
    ]
  })
  const alias = listed.idAlias
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
