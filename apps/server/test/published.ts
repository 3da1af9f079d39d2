import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** The interface docs as a reader sees them who has nothing else. */
export interface Schema {
  [key: string]: unknown
  properties?: Record<string, Schema>
  required?: string[]
  oneOf?: Schema[]
  anyOf?: Schema[]
  $ref?: string
}
interface Content {
  schema: Schema
  examples?: Record<string, { summary: string; value: unknown }>
}
export interface Operation {
  operationId: string
  tags: string[]
  parameters: { name: string; in: string; required: boolean; schema?: Schema; example?: unknown }[]
  requestBody?: { content: Record<string, Content> }
  responses: Record<string, { content: Record<string, Content> }>
  'x-refusals': string[]
}
export interface Document {
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Schema>
    'x-refusals': Record<string, { code: number; text: string }>
  }
}

/**
 * Validates values against schemas of a published document.
 * @returns the errors, empty when valid
 */
export function validatorOf(document: Document): (schema: Schema, value: unknown) => string | undefined {
  const ajv = new Ajv2020({ strict: false, logger: false })
  // `ajv-formats` is a CommonJS module.
  ;(addFormats as unknown as { default: (ajv: Ajv2020) => void }).default(ajv)
  ajv.addSchema(document, 'document')
  const compiled = new Map<string, ReturnType<typeof ajv.compile>>()
  return (schema, value) => {
    const text = JSON.stringify(schema).replaceAll('"#/', '"document#/')
    const check = compiled.get(text) ?? ajv.compile(JSON.parse(text) as object)
    compiled.set(text, check)
    if (check(value)) return undefined
    return ajv.errorsText(check.errors?.slice(0, 4))
  }
}
