import { describe, expect, it } from 'vitest'
import { fileFor } from './routes.ts'

describe('requests that the service worker answers', () => {
  it.each([
    '/h5',
    '/h5/',
    '/h5/operationLink',
    '/h5/operationLink/',
    '/h5/operationLog',
    '/h5/attachLabels',
    '/h5/receiveGoods',
    '/h5/invitedGoods',
    '/h5/walkPlot',
  ])('opens %s', path => {
    expect(fileFor(path, true)).toBe('index.html')
  })

  it.each(['/login', '/h5x', '/', '/c', '/h5/unknown'])('leaves %s to the server', path => {
    expect(fileFor(path, true)).toBeNull()
  })

  it('answers the page’s files and never API calls', () => {
    expect(fileFor('/h5/assets/main-x1.js', false)).toBe('assets/main-x1.js')
    expect(fileFor('/api/getInfo', false)).toBeNull()
    expect(fileFor('/h5/sw.js', false)).toBeNull()
  })
})
