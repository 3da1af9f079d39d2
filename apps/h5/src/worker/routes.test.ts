import { describe, expect, it } from 'vitest'
import { fileFor } from './routes.ts'

describe('what the page answers without a network', () => {
  it.each(['/h5', '/h5/', '/h5/operationLink', '/h5/operationLink/', '/h5/operationLog'])('opens %s', path => {
    expect(fileFor(path, true)).toBe('index.html')
  })

  it.each(['/login', '/h5x', '/', '/c', '/h5/unknown'])('leaves %s to the server', path => {
    expect(fileFor(path, true)).toBeNull()
  })

  it('answers its own files and never the interface', () => {
    expect(fileFor('/h5/assets/main-x1.js', false)).toBe('assets/main-x1.js')
    expect(fileFor('/api/getInfo', false)).toBeNull()
    expect(fileFor('/h5/sw.js', false)).toBeNull()
  })
})
