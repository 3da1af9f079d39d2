import type { Issue } from '../errors.ts'

/** What is wrong with a value, independent of its field. */
export type Fault = Omit<Issue, 'field'>
