import { closeShared } from './browser.ts'

// The runner ends a process by this signal when no file is left for it. Loaded before all others, so that none of them is
// the one that leaves a listener behind.
process.once('SIGTERM', () => void closeShared().finally(() => process.kill(process.pid, 'SIGTERM')))
