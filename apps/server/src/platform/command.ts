import { join } from 'node:path'

/**
 * File of a command that people also run by hand (`npm run backup`). An area starts it as a process of its own instead
 * of importing it, because the commands use the areas.
 */
export const commandFile = (command: 'backup'): string => join(import.meta.dirname, '..', command, 'run.ts')
