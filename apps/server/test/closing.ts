import { afterAll } from 'vitest'
import { openWorlds } from './open-worlds.ts'

// Run by the runner for each test file: files share their imports, hence a hook that an import registers would stand for
// the first file alone; and one that a hook registers would never run.
afterAll(async () => {
  for (const close of openWorlds.splice(0)) await close()
})
