import { useEffect, useState } from 'react'
import { filesOf, PicturesView } from '../../entity/values/files-view.tsx'
import type { FileInfo } from '../../entity/types.ts'
import { useT } from '../../shell/index.ts'
import './document.css'

/** The file of a paper as far as the browser can show it in the page; its link stands among the fields. */
export function DocumentPreview({ files }: { files: unknown }) {
  const t = useT()
  const [file] = filesOf(files)
  if (!file) return null
  const isPicture = file.type.startsWith('image/')
  if (!isPicture && !(file.type === 'application/pdf' && navigator.pdfViewerEnabled)) return null
  return (
    <section className="tm-panel">
      <h3>{t('evidence.document.preview')}</h3>
      {isPicture ? <PicturesView files={[file]} size={240} /> : <PdfView file={file} />}
    </section>
  )
}

/** The server answers files shut in (`sandbox`), where browsers show no pdf: its bytes are given to the viewer. */
function PdfView({ file }: { file: FileInfo }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const leaving = new AbortController()
    let made: string | undefined
    fetch(file.url, { signal: leaving.signal })
      .then(answer => (answer.ok ? answer.blob() : undefined))
      .then(blob => {
        if (!blob || leaving.signal.aborted) return
        made = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }))
        setAddress(made)
      })
      // The link to the file is there all the same.
      .catch(() => {})
    return () => {
      leaving.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [file.url])
  return address ? <iframe className="tm-paper" src={`${address}#navpanes=0`} title={file.name} /> : null
}
