import { safeRedirect } from '@timbermark/client'
import { type LoaderFunctionArgs, redirect } from 'react-router'
import { restartView } from './tags.ts'

/** Restarts a view, then returns to its address; an address outside of this site leads home. */
export function refresh({ request }: Pick<LoaderFunctionArgs, 'request'>): Response {
  const { pathname, search } = new URL(request.url)
  const path = pathname.slice('/redirect'.length)
  const target = safeRedirect(path + search, '/')
  if (target === path + search) restartView(path)
  return redirect(target)
}
