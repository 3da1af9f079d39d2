import { formatNumber } from '@timbermark/client'
import type { Stage } from '@timbermark/contract'
import { type StageTable, tableRows } from '@timbermark/contract/stages'
import { lazy, Suspense, useState } from 'react'
import { useApp } from '../app/context.ts'
import { newId } from '../platform/id.ts'
import type { FormField } from '../report/form-model.ts'
import { codesOf, copyRow, isBlank, type LogRow, likeRow, rowFields, tableVolume } from '../report/rows.ts'
import { type Learned, noteCheck } from '../scan/scan-list.ts'
import { readScan } from '../scan/scan-text.ts'
import type { Feedback } from '../scan/scanner.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Icon } from '../ui/icons.tsx'
import { useForm } from './form-context.ts'
import { OtherStage } from './other-stage.tsx'
import { RowCard } from './row-card.tsx'
import { TypeCode } from '../scan/type-code.tsx'
import { useCodeChecks } from './use-code-checks.ts'

const Scanner = lazy(() => import('../scan/scanner.tsx'))

/** The logs of a report as a short table: one row for each, one of them open at a time. */
export function RowsSection(props: { stage: Stage; table: StageTable; fields: readonly FormField[] }) {
  const { stage, table, fields } = props
  const { t, online } = useApp()
  const form = useForm()
  const [scanning, setScanning] = useState(false)
  const [removing, setRemoving] = useState<readonly LogRow[]>([])
  const rows = form.content.rows ?? []
  const [open, setOpen] = useState<string | null>(() => rows.find(row => row.code === '')?.key ?? null)
  const own = rowFields(table, fields)
  const problem = form.problem('codes')
  const change = (next: (rows: LogRow[]) => LogRow[]) => form.change(old => ({ rows: next(old.rows ?? []) }))
  const note = (code: string, learned: Learned) => change(old => noteCheck(old, code, learned))
  const checks = useCodeChecks(stage.key, form.content.templateId, codesOf(form.content), note)
  const refused = rows.some(row => row.check.state === 'refused')

  /** One scan: the code of a row that has none yet, else a new row like the last. */
  function take(text: string): Feedback {
    const read = readScan(text)
    if (read.kind === 'none') return { tone: 'bad', text: t('h5.codes.notACode') }
    const { code } = read
    let feedback: Feedback = { tone: 'good', text: t('h5.codes.added', { code }) }
    change(old => {
      if (old.some(row => row.code === code)) {
        feedback = { tone: 'bad', text: t('h5.codes.duplicate', { code }) }
        return old
      }
      const waiting = old.find(row => row.code === '')
      if (waiting) {
        setOpen(waiting.key)
        return old.map(row => (row === waiting ? { ...row, code, at: Date.now(), check: { state: 'unchecked' } } : row))
      }
      if (old.length >= tableRows) {
        feedback = { tone: 'bad', text: t('h5.codes.full', { max: tableRows }) }
        return old
      }
      const added = nextRow(old, code)
      setOpen(added.key)
      return [...old, added]
    })
    return feedback
  }

  function nextRow(old: readonly LogRow[], code: string): LogRow {
    const values = likeRow(table, fields, old[old.length - 1]?.values ?? {})
    return { key: newId(), code, at: Date.now(), check: { state: 'unchecked' }, values }
  }

  function add() {
    const added = nextRow(rows, '')
    change(old => [...old, added])
    setOpen(added.key)
  }

  function copy(row: LogRow) {
    const added = copyRow(row, own, newId(), Date.now())
    change(old => old.flatMap(one => (one.key === row.key ? [one, added] : [one])))
    setOpen(added.key)
  }

  const remove = (gone: readonly LogRow[]) => {
    const keys = new Set(gone.map(row => row.key))
    change(old => old.filter(one => !keys.has(one.key)))
    setRemoving([])
  }
  const full = rows.length >= tableRows
  const volume = tableVolume(table, rows, t.language)
  const total = t('h5.rows.count', { n: rows.filter(row => !isBlank(row)).length })
  return (
    <section className="card" data-at="codes">
      <h2>{t('h5.rows.title')}</h2>
      {problem && <p className="field-problem">{problem}</p>}
      <button type="button" className="button button-main button-wide" onClick={() => setScanning(true)}>
        <Icon name="scan" /> {t('h5.codes.scan')}
      </button>
      <TypeCode onAdd={take} />
      <OtherStage stage={stage} codes={codesOf(form.content)} />
      {rows.length === 0 && <p className="card-empty">{t('h5.rows.none')}</p>}
      <ol className="log-rows">
        {rows.map((row, place) => (
          <RowCard
            key={row.key}
            row={row}
            place={place + 1}
            table={table}
            fields={own}
            open={open === row.key}
            full={full}
            onToggle={() => setOpen(open === row.key ? null : row.key)}
            onChange={(part, quiet) =>
              form.change(
                old => ({ rows: old.rows?.map(one => (one.key === row.key ? { ...one, ...part(one) } : one)) }),
                quiet,
              )
            }
            taken={code => rows.some(one => one.key !== row.key && one.code === code)}
            onCopy={() => copy(row)}
            onRemove={() => (isBlank(row) ? remove([row]) : setRemoving([row]))}
          />
        ))}
      </ol>
      <button type="button" className="button button-wide" disabled={full} onClick={add}>
        {t('h5.rows.add')}
      </button>
      {refused && (
        <div className="pair">
          <button
            type="button"
            className="button"
            onClick={() => setRemoving(rows.filter(row => row.check.state === 'refused'))}
          >
            {t('h5.rows.clearRefused')}
          </button>
          {online && (
            <button type="button" className="button" onClick={checks.again}>
              {t('h5.codes.checkAgain')}
            </button>
          )}
        </div>
      )}
      <p className="rows-total" role="status">
        <span>{total}</span>
        {volume !== undefined && (
          <strong>
            {formatNumber(volume, t.language)} {t('unit.m3')}
          </strong>
        )}
      </p>
      {scanning && (
        <Suspense fallback={null}>
          <Scanner
            title={t('h5.scan.title')}
            count={codesOf(form.content).length}
            onRead={take}
            onClose={() => setScanning(false)}
          />
        </Suspense>
      )}
      {removing.length > 0 && (
        <Dialog
          title={t('h5.rows.removeAsk', {
            n: new Intl.ListFormat(t.locale).format(
              removing.map(row => String(rows.findIndex(one => one.key === row.key) + 1)),
            ),
          })}
          onClose={() => setRemoving([])}
          actions={
            <>
              <button type="button" className="button button-bad" onClick={() => remove(removing)}>
                {t('h5.rows.remove')}
              </button>
              <button type="button" className="button" onClick={() => setRemoving([])}>
                {t('action.cancel')}
              </button>
            </>
          }
        >
          {removing.map(row => (
            <p key={row.key} className="code-text">
              {row.code}
            </p>
          ))}
        </Dialog>
      )}
    </section>
  )
}
