/** Answers of the public calls about a code, for pages that bundle no validator. */
export type * from '../trace/answers.ts'
export type * from '../trace/sealed.ts'
