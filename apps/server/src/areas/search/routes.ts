import { search } from '@timbermark/contract/calls'
import { type RouteSpec, serve } from '../../platform/http/http.ts'
import { findCode } from './find-code.ts'
import { findByCode, findByText, searchedLists } from './find-groups.ts'

/** The text as one line: line breaks and control characters of something pasted are blanks, marks of direction are left out. */
const lineOf = (text: string) =>
  text
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Cs}]+/gu, ' ')
    .trim()

/** @param routes every route of the server: the search asks their lists */
export const searchRoutes = (routes: () => readonly RouteSpec[]): RouteSpec[] => [
  serve(search, async call => {
    // A hand scanner sends separators as control characters, which tell the parts of an element string apart.
    const code = await findCode(call, call.query.q.replaceAll('\u0000', ' '))
    const text = lineOf(call.query.q)
    const lists = searchedLists(routes(), call.actor)
    const groups = await findByText(lists, call, text)
    const about = code?.is === 'known' ? await findByCode(lists, call, String(code.card.code)) : []
    return { code, groups: [...about, ...groups] }
  }),
]
