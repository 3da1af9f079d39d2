import { safeRedirect } from '@timbermark/client'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { restartView } from './tags.ts'

/** Makes a view start anew, then goes back to its address; one that would lead away from this site leads home. */
export function refresh({ request }: Pick<LoaderFunctionArgs, 'request'>): Response {
  const { pathname, search } = new URL(request.url)
  const path = pathname.slice('/redirect'.length)
  const target = safeRedirect(path + search, '/')
  if (target === path + search) restartView(path)
  return redirect(target)
}
