import { afterAll, vi } from 'vitest'
import { openWorlds } from './open-worlds.ts'

/**
 * State that one test file could leave to the next in its process: the environment, the working folder, listeners for
 * faults.
 */
const surroundings = (): Record<string, string | undefined> => ({
  ...process.env,
  'the working folder': process.cwd(),
  ...Object.fromEntries(
    ['uncaughtException', 'unhandledRejection', 'SIGINT', 'SIGTERM', 'SIGHUP'].map(event => [
      `who hears of ${event}`,
      String(process.listenerCount(event)),
    ]),
  ),
})
const before = surroundings()
/** A library that makes pictures sets this once, when it is loaded. */
const ofLibraries = ['VIPSHOME']

// Run by the runner for each test file: files share their imports, hence a hook that an import registers would stand for
// the first file alone; and one that a hook registers would never run.
afterAll(async () => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  for (const close of openWorlds.splice(0).reverse()) await close()
  const after = surroundings()
  const others = [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter(name => before[name] !== after[name] && !ofLibraries.includes(name))
    .map(name => `${name}: ${before[name]} was ${after[name]} after it`)
  if (others.length > 0) throw new Error(`This file would leave to the next of its process:\n${others.join('\n')}`)
})
