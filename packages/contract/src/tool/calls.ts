import { defineCall } from '../call.ts'

export const interfaceDocument = defineCall({
  method: 'GET',
  path: '/openapi.json',
  access: { permission: 'tool:swagger:list' },
  summary: 'This document: OpenAPI 3.1 of every call',
  file: ['application/json'],
})

export const toolCalls = [interfaceDocument] as const
