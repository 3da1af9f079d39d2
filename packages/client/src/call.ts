import type { AnswerOf, BodyOf, ParamOf, QueryOf } from '@timbermark/contract'
import type { Calls } from '@timbermark/contract/calls'

/** Method and path of a declared call that answers data, as `'PUT /system/role/dataScope'`. */
export type CallKey = {
  [Key in keyof Calls]: Calls[Key] extends { answer: unknown } ? Key : never
}[keyof Calls]

/** The members of a call that have something to say; those that must be given stay so. */
type DefinedMembers<Members> = { [Key in keyof Members as Members[Key] extends undefined ? never : Key]: Members[Key] }

/** A query travels as text: numbers and truth values may be given as they are. */
type AsText<Q> = { [Key in keyof Q]: Q[Key] | (string extends Q[Key] ? number | boolean : never) }

type WithParams<Path extends string> = [ParamOf<Path>] extends [never]
  ? object
  : { params: Record<ParamOf<Path>, string | number> }
type WithQuery<Q> = Q extends undefined ? object : object extends Q ? { query?: AsText<Q> } : { query: AsText<Q> }

/** What the caller of a declared call gives: parameters of the path, query and body, each only where there is one. */
export type CallInput<Key extends keyof Calls> = WithParams<Calls[Key]['path']> &
  WithQuery<QueryOf<Calls[Key]>> &
  DefinedMembers<{ body: BodyOf<Calls[Key]> }>

export type AnswerTo<Key extends keyof Calls> = AnswerOf<Calls[Key]>

/** Method and address of a call; every parameter is encoded, so that none can lead to another path. */
export function addressOf(
  key: string,
  params: Readonly<Record<string, string | number>> = {},
): { method: string; path: string } {
  const [method = '', pattern = ''] = key.split(' ')
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    // `encodeURIComponent` leaves dots, and a path of dots is resolved away before it is sent.
    if (value === undefined || /^\.{0,2}$/.test(String(value))) throw new TypeError(`${key} needs ${name}`)
    // A comma between ids means nothing else in a path.
    return encodeURIComponent(value).replaceAll('%2C', ',')
  })
  return { method, path }
}
