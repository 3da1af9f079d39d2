import { z } from 'zod'
import { defineCall } from '../call.ts'
import { suggestion } from '../wire/suggestion.ts'
import { type CodeType, codeLevels } from './request.ts'

const types = Object.keys(codeLevels) as [CodeType, ...CodeType[]]

export const suggestRequest = defineCall({
  method: 'GET',
  path: '/code/request/suggestions',
  access: { permission: 'code:request:add' },
  scope: {
    tested: 'a batch that the caller may choose, and the last request in their scope',
    in: 'apps/server/test/code/suggestions.test.ts',
  },
  summary:
    'Values with which a new code request begins: of its batch and product, and of the newest request that the caller may list',
  query: z.object({
    batchId: z.coerce.number().int().positive().optional(),
    codeType: z.enum(types).default('item'),
  }),
  answer: z.array(suggestion),
  labels: 'code.request',
})

export const suggestCalls = [suggestRequest] as const
