import type { Issue } from '../errors.ts'

/** What is wrong with a value, whatever the field it stands in is called. */
export type Fault = Omit<Issue, 'field'>
