import type { TracePaper } from '@timbermark/contract/trace'
import { createContext, useContext } from 'react'
import type { Texts } from '../texts.ts'
import { FileLink } from './FileLink.tsx'

/** The code of the page, and the papers about it that buyers may open, or could open before. */
export const Papers = createContext<{ code: string; papers: readonly TracePaper[] }>({ code: '', papers: [] })

interface Props {
  paper: { name: string; copies: readonly { sha256: string; type: string }[] }
  texts: Texts
}

/**
 * Links to the copies of a paper that its enterprise lets buyers open. The platform states this permission; the entry proves the
 * bytes, and other bytes are not opened.
 */
export function PaperLinks({ paper: { name, copies }, texts }: Props) {
  const { code, papers } = useContext(Papers)
  return copies.map(({ sha256, type }) => {
    const state = papers.find(paper => paper.sha256 === sha256)?.state
    if (!state) return null
    if (state === 'withdrawn')
      return (
        <span key={sha256} className="paper-note" data-paper={state}>
          {texts.t('trace.paper.withdrawn')}
        </span>
      )
    const url = `/api/trace/${encodeURIComponent(code)}/paper/${sha256}`
    const ending = type === 'application/pdf' ? 'pdf' : type.slice(type.indexOf('/') + 1)
    return (
      <FileLink
        key={sha256}
        file={{ url, name: `${name}.${ending}`, type, sha256 }}
        name={name}
        className="paper-link"
        texts={texts}
      >
        {texts.t('trace.paper.open')}
        <span className="hidden"> {name}</span>
      </FileLink>
    )
  })
}
