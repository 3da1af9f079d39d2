import type { AnswerOf, BodyOf, ParamOf, QueryOf } from '@timbermark/contract'
import type { Calls } from '@timbermark/contract/calls'

/** Method and path of a declared call that answers data, such as `'PUT /system/role/dataScope'`. */
export type CallKey = {
  [Key in keyof Calls]: Calls[Key] extends { answer: unknown } ? Key : never
}[keyof Calls]

/** The members whose type is not undefined; required members stay required. */
type DefinedMembers<Members> = { [Key in keyof Members as Members[Key] extends undefined ? never : Key]: Members[Key] }

/** A query is sent as text: where the declaration says text, numbers and booleans are accepted too. */
type AsText<Q> = { [Key in keyof Q]: Q[Key] | (string extends Q[Key] ? number | boolean : never) }

type WithParams<Path extends string> = [ParamOf<Path>] extends [never]
  ? object
  : { params: Record<ParamOf<Path>, string | number> }
type WithQuery<Q> = Q extends undefined ? object : object extends Q ? { query?: AsText<Q> } : { query: AsText<Q> }

/** Input of a declared call: path parameters, query and body, each only if the declaration has it. */
export type CallInput<Key extends keyof Calls> = WithParams<Calls[Key]['path']> &
  WithQuery<QueryOf<Calls[Key]>> &
  DefinedMembers<{ body: BodyOf<Calls[Key]> }>

export type AnswerTo<Key extends keyof Calls> = AnswerOf<Calls[Key]>

/**
 * Method and path of a call. Every parameter is encoded, so that no value can lead to another path.
 * @throws TypeError when a parameter is missing, empty, `.` or `..`
 */
export function addressOf(
  key: string,
  params: Readonly<Record<string, string | number>> = {},
): { method: string; path: string } {
  const [method = '', pattern = ''] = key.split(' ')
  const path = pattern.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    // `encodeURIComponent` keeps dots, and the browser resolves `.` and `..` in a path before it sends the request.
    if (value === undefined || /^\.{0,2}$/.test(String(value))) throw new TypeError(`${key} needs ${name}`)
    // Lists of ids are separated by commas, which need no encoding in a path.
    return encodeURIComponent(value).replaceAll('%2C', ',')
  })
  return { method, path }
}
