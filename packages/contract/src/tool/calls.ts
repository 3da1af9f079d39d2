import { defineCall } from '../call.ts'
import { formCalls } from './form-calls.ts'
import { genCalls } from './gen-calls.ts'

export * from './form-calls.ts'
export * from './gen-calls.ts'

export const interfaceDocument = defineCall({
  method: 'GET',
  path: '/openapi.json',
  access: { permission: 'tool:swagger:list' },
  summary: 'This document: OpenAPI 3.1 of every call',
  file: ['application/json'],
})

export const toolCalls = [interfaceDocument, ...genCalls, ...formCalls] as const
