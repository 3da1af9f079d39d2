/** All that the pages before the sign-in show: fetched at once, so that the form stands soon. */
import { access } from './access.ts'
import { bare } from './bare.ts'
import { common } from './common.ts'
import { errors } from './errors.ts'
import { field } from './field.ts'
import { signIn } from './sign-in.ts'

/** Texts of the pages before the sign-in, in English. */
export const signInStart = { ...access, ...bare, ...common, ...errors, ...field, ...signIn } as const
