import type { OpenApi } from '../../src/areas/tool/openapi.ts'

/** A minimal OpenAPI document that has one of everything that is shown. */
export const interfaceDocument: OpenApi = {
  openapi: '3.1.0',
  info: { title: 'Timbermark', version: '1' },
  components: {
    schemas: { Row: { type: 'object', required: ['code'], properties: { code: { type: 'string' } } } },
    'x-refusals': { stateRefused: { code: 500, text: 'Not in this state' } },
  },
  paths: {
    '/api/code/request/{id}/submit': {
      put: {
        tags: ['code'],
        summary: 'Starts making',
        'x-permission': 'code:request:submit',
        'x-refusals': ['stateRefused'],
        parameters: [
          { name: 'id', in: 'path', required: true, example: 17 },
          { name: 'note', in: 'query' },
        ],
      },
    },
    '/api/captchaImage': { get: { tags: ['captchaImage'], summary: 'Sends a picture', security: [] } },
    '/api/trade/quote': {
      post: {
        tags: ['trade'],
        summary: 'Makes a quote',
        'x-permission': ['trade:quote:add'],
        requestBody: {
          content: {
            'application/json': {
              examples: { least: { summary: 'What is needed', value: { listingId: 1, note: "it's" } } },
              schema: {
                type: 'object',
                required: ['listingId', 'note'],
                properties: {
                  listingId: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
                  note: { type: 'string', default: "it's" },
                  price: { type: 'string' },
                  rows: { type: 'array', items: { $ref: '#/components/schemas/Row' } },
                },
              },
            },
          },
        },
      },
    },
  },
}
