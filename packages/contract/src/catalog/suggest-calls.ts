import { z } from 'zod'
import { defineCall } from '../call.ts'
import { suggestion } from '../wire/suggestion.ts'

export const suggestProduct = defineCall({
  method: 'GET',
  path: '/catalog/product/suggestions',
  access: { permission: 'catalog:product:add' },
  scope: {
    tested: 'the category of the newest product in scope',
    in: 'apps/server/test/code/suggestions.test.ts',
  },
  summary: 'Values with which a new product begins: the category of the newest product that the caller may list',
  answer: z.array(suggestion),
})

export const suggestCalls = [suggestProduct] as const
