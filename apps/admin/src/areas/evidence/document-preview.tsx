import { useEffect, useState } from 'react'
import { filesOf, PicturesView } from '../../entity/values/files-view.tsx'
import type { FileInfo } from '../../entity/types.ts'
import { useT } from '../../shell/index.ts'
import './document.css'

/** The file of a paper, where the browser can show it in the page; the fields have its link. */
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

/** The server answers files sandboxed, and browsers show no PDF in a sandbox: the viewer gets the bytes instead. */
function PdfView({ file }: { file: FileInfo }) {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    const control = new AbortController()
    let objectUrl: string | undefined
    fetch(file.url, { signal: control.signal })
      .then(answer => (answer.ok ? answer.blob() : undefined))
      .then(blob => {
        if (!blob || control.signal.aborted) return
        objectUrl = URL.createObjectURL(new Blob([blob], { type: 'application/pdf' }))
        setAddress(objectUrl)
      })
      // The link to the file works all the same.
      .catch(() => {})
    return () => {
      control.abort()
      if (objectUrl) URL.revokeObjectURL(objectUrl)
    }
  }, [file.url])
  return address ? <iframe className="tm-paper" src={`${address}#navpanes=0`} title={file.name} /> : null
}
