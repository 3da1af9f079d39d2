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

export const typedClient = defineCall({
  method: 'GET',
  path: '/tool/swagger/client',
  access: { permission: 'tool:swagger:list' },
  summary: 'A typed client of every call, as a zip with a package that needs no other',
  file: ['application/zip'],
})

export const toolCalls = [interfaceDocument, typedClient, ...genCalls, ...formCalls] as const
