import { describe, expect, it } from 'vitest'
import { declaredBody } from './declared-body.ts'
import type { ApiCall } from './openapi.ts'

const call = (method: string, path: string, body: ApiCall['body'] = { type: 'object' }): ApiCall => ({
  id: `${method} ${path}`,
  tag: 'catalog',
  method,
  path,
  summary: '',
  open: false,
  permissions: [],
  parameters: [],
  body,
})

describe('bodies of declared entities', () => {
  it('names the fields of an add, the needed ones as required', () => {
    const body = declaredBody(call('POST', '/api/system/post'))
    expect(body?.required).toEqual(['postCode', 'postName', 'postSort'])
    expect(Object.keys(body?.properties ?? {})).toEqual(['postCode', 'postName', 'postSort', 'status', 'remark'])
    expect(body?.properties?.postCode).toMatchObject({ type: 'string', maxLength: 64 })
  })

  it('needs only the id for an edit, and leaves out what is given once for all', () => {
    const body = declaredBody(call('PUT', '/api/system/user'))
    expect(body?.required).toEqual(['id'])
    expect(body?.properties).not.toHaveProperty('userName')
    expect(body?.properties).toHaveProperty('nickName')
  })

  it('says nothing where the document does, or where no entity is declared', () => {
    const said = { type: 'object', properties: { ids: { type: 'array' } } }
    expect(declaredBody(call('POST', '/api/system/post', said))).toBeUndefined()
    expect(declaredBody(call('POST', '/api/trace/scan'))).toBeUndefined()
    expect(declaredBody(call('DELETE', '/api/system/post'))).toBeUndefined()
  })
})
