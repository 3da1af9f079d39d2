/** What the public calls of a code answer, for pages that bundle no checker. */
export type * from '../trace/answers.ts'
export type * from '../trace/sealed.ts'
