import { z } from 'zod'
import { defineCall } from '../call.ts'
import { type FirstStep, firstStepKeys } from './home.ts'

const taken = Object.fromEntries(firstStepKeys.map(key => [key, z.boolean()])) as Record<FirstStep, z.ZodBoolean>

export const firstSteps = defineCall({
  method: 'GET',
  path: '/stats/firstSteps',
  access: { anyOf: ['catalog:product:add', 'catalog:batch:add', 'code:request:add'] },
  scope: { none: 'yes or no for the whole enterprise' },
  summary: 'Which steps to the first scan the enterprise has taken, whoever took them',
  answer: z.strictObject(taken),
})
