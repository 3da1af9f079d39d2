import type { PublicFile } from '@timbermark/contract/trace'
import { type MouseEvent, type ReactNode, useContext, useState } from 'react'
import { safeUrl } from '../links.ts'
import type { Texts } from '../texts.ts'
import { LoaderContext, useVouched } from './page-context.ts'

interface Props {
  file: PublicFile
  name: string
  className?: string
  texts: Texts
  children: ReactNode
}

/** A link to a paper or a video. The script opens it only when its bytes are the sealed ones; without scripts it is a plain link. */
export function FileLink({ file, name, className, texts, children }: Props) {
  const loader = useContext(LoaderContext)
  const vouched = useVouched()
  const [state, setState] = useState<'idle' | 'fetching' | 'differs' | 'gone' | 'unavailable'>('idle')
  const [picture, setPicture] = useState<string>()

  async function openFile(event: MouseEvent) {
    if (!loader) return
    event.preventDefault()
    if (state === 'fetching') return
    setState('fetching')
    const result = await loader.openFile(file, name)
    if (typeof result === 'string') return setState(result)
    setState('idle')
    // A picture is shown in place; for other papers the browser decides what to do with the download.
    if (file.type.startsWith('image/')) return setPicture(result.address)
    const link = document.createElement('a')
    link.href = result.address
    link.download = file.name || name
    link.click()
  }

  return (
    <>
      <a
        className={className}
        href={safeUrl(file.url)}
        aria-disabled={state === 'fetching' || undefined}
        onClick={event => void openFile(event)}
        {...vouched}
      >
        {children}
      </a>
      {picture && <img className="paper-picture" src={picture} alt={name} {...vouched} />}
      <span role="status" className="file-note" data-file={state === 'idle' ? undefined : state}>
        {state !== 'idle' && texts.t(`trace.file.${state}`)}
      </span>
    </>
  )
}
