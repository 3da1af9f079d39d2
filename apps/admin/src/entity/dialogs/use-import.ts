import { ApiError, describeError } from '@timbermark/client'
import { type Listed, keyOf } from '@timbermark/contract'
import { useState } from 'react'
import { useClient, useT } from '../../shell/index.ts'
import { type HeadersFor, useSendOnce } from '../form/use-send-once.ts'
import { useRefresh } from '../use-entity.ts'
import type { TablePreview } from './import-preview.tsx'
import type { RowError } from './import-problems.tsx'
import type { TableChoice, TableSource } from './import-source.tsx'

/** The server's answer about a file: how many rows it has and what is wrong with them. Some imports answer more. */
export interface ImportAnswer {
  rows: number
  errors: RowError[]
  /** How cells that have several meanings were understood. */
  notes?: RowError[]
  /** The check stopped early; there may be more errors. */
  more?: boolean
  /** How the table was understood, and its first rows as they will be stored. */
  source?: TableSource
  preview?: TablePreview
}

interface ImportUpload {
  file: File
  fields: Record<string, string> | undefined
}

/**
 * The steps of an import and its requests: 0 file, 1 check, 2 done.
 * @param fields form fields sent with the file
 */
export function useImport<Answer extends ImportAnswer>(entity: Listed, fields: Record<string, string> | undefined) {
  const t = useT()
  const client = useClient()
  const refresh = useRefresh(entity)
  const [step, setStep] = useState(0)
  const [file, setFile] = useState<File>()
  const [checked, setChecked] = useState<Answer>()
  // The upload that was checked. Only this one is committed, whatever was chosen since.
  const [checkedUpload, setCheckedUpload] = useState<ImportUpload>()
  const [imported, setImported] = useState<Answer>()
  const [problem, setProblem] = useState<string>()
  const reading = useSendOnce()
  const storing = useSendOnce()
  const [name] = useState(() => `${Date.now()}-${Math.floor(Math.random() * 1e9)}`)
  const path = `/${keyOf(entity)}`

  function run(by: ReturnType<typeof useSendOnce>, work: (headersFor: HeadersFor) => Promise<void>) {
    setProblem(undefined)
    void by.send(work, error => {
      const errors = error instanceof ApiError ? errorsOf(error.data) : []
      if (errors.length > 0) {
        const more = error instanceof ApiError && error.more.errors ? { more: true } : {}
        const { source, preview } = (error instanceof ApiError ? error.data : {}) as Partial<Answer>
        const understood = { ...(source && { source }), ...(preview && { preview }) }
        setChecked(before => ({ rows: 0, ...before, ...understood, errors, ...more }) as Answer)
        setStep(1)
      }
      setProblem(describeError(t, error).text || t('error.unknown'))
    })
  }

  async function send(mode: 'check' | 'commit', upload: ImportUpload, headersFor?: HeadersFor) {
    const sentFields = { ...upload.fields, progress: name, mode }
    const answer = await client.upload<Partial<Answer> | null>(upload.file, {
      path: `${path}/importData`,
      fields: sentFields,
      // After a lost answer people choose and check the file again; it is still the same import.
      headers: headersFor?.([upload.file.name, upload.file.size, upload.file.lastModified, sentFields]),
    })
    return { rows: checked?.rows ?? 0, errors: [], ...answer } as unknown as Answer
  }

  return {
    step,
    file,
    checked,
    imported,
    problem,
    /** Name under which the file is sent. */
    name,
    storing: storing.sending,
    busy: reading.sending || storing.sending,
    back: () => setStep(0),
    /** Takes the chosen file, or the reason why it is not accepted. */
    take(chosen: File | undefined, refused: string | undefined) {
      setProblem(refused)
      setFile(chosen)
      setChecked(undefined)
      setCheckedUpload(undefined)
    },
    downloadTemplate: (query: Parameters<typeof client.download>[1]) =>
      run(reading, async () => void (await client.download(`${path}/importTemplate`, query))),
    /** @param choice what a person chose about how to understand the file */
    check(choice: TableChoice = {}) {
      if (!file) return
      run(reading, async () => {
        const upload = { file, fields: { ...fields, ...choice } }
        setChecked(await send('check', upload))
        setCheckedUpload(upload)
        setStep(1)
      })
    },
    commit() {
      if (!checkedUpload) return
      run(storing, async headersFor => {
        setImported(await send('commit', checkedUpload, headersFor))
        setStep(2)
        await refresh()
      })
    },
  }
}

function errorsOf(data: unknown): RowError[] {
  const errors = (data as { errors?: unknown } | null | undefined)?.errors
  return Array.isArray(errors) ? (errors as RowError[]) : []
}
