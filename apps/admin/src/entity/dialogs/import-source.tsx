import { formatNumber } from '@timbermark/client'
import { Alert, Form, Select } from 'antd'
import { useT } from '../../shell/index.ts'

/** How the server understood the table of a file. */
export interface TableSource {
  sheet: string | null
  otherSheets: { name: string; alike: boolean }[]
  headingRow: number
  hiddenRows: number
  hiddenColumns: number
  outside: number
  encoding: string | null
  separator: string | null
}

/** What a person chose instead, as form fields. */
export type TableChoice = Partial<Record<'sheet' | 'encoding' | 'separator', string>>

const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'gb18030', 'windows-1252', 'cp850', 'macintosh']
const encodingName = (encoding: string) => encoding.replace(/^(utf|gb|cp)/, start => start.toUpperCase())
const separatorWords = {
  ',': 'entity.importComma',
  ';': 'entity.importSemicolon',
  '\t': 'entity.importTab',
  '|': 'entity.importBar',
} as const

interface ImportSourceProps {
  source: TableSource
  busy: boolean
  /** Checks the file again, understood in another way. */
  onChoose: (choice: TableChoice) => void
}

/** Says how a file was understood and what was left out, and lets a person correct it. */
export function ImportSource({ source, busy, onChoose }: ImportSourceProps) {
  const t = useT()
  const count = (n: number) => ({ n: formatNumber(n, t.language) })
  const separatorWord = (separator: string | null) =>
    separator && separator in separatorWords ? t(separatorWords[separator as keyof typeof separatorWords]) : ''
  const names = (alike: boolean) =>
    source.otherSheets
      .filter(one => one.alike === alike)
      .map(one => one.name)
      .join(t('sheetName.separator'))
  const row = formatNumber(source.headingRow, t.language)
  const lines = [
    source.sheet === null
      ? t('entity.importSourceText', {
          encoding: encodingName(source.encoding ?? ''),
          separator: separatorWord(source.separator),
          row,
        })
      : t('entity.importSource', { sheet: source.sheet, row }),
    ...(source.hiddenRows > 0 ? [t('entity.importHiddenRows', count(source.hiddenRows))] : []),
    ...(source.hiddenColumns > 0 ? [t('entity.importHiddenColumns', count(source.hiddenColumns))] : []),
    ...(source.outside > 0 ? [t('entity.importOutside', count(source.outside))] : []),
    ...(names(false) ? [t('entity.importOtherSheets', { sheets: names(false) })] : []),
    ...(names(true) ? [t('entity.importAlikeSheets', { sheets: names(true) })] : []),
  ]
  const leftOut = source.hiddenRows + source.hiddenColumns + source.outside > 0 || names(true) !== ''
  return (
    <div className="tm-import-source">
      <Alert
        type={leftOut ? 'warning' : 'info'}
        showIcon
        title={lines[0]}
        description={
          lines.length > 1 && (
            <ul>
              {lines.slice(1).map(line => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          )
        }
      />
      {source.otherSheets.length > 0 && source.sheet !== null && (
        <Form.Item label={t('entity.importSheet')} htmlFor="import-sheet">
          <Select
            id="import-sheet"
            disabled={busy}
            value={source.sheet}
            options={[source.sheet, ...source.otherSheets.map(({ name }) => name)].map(name => ({ value: name }))}
            onChange={sheet => onChoose({ sheet })}
          />
        </Form.Item>
      )}
      {source.encoding !== null && source.separator !== null && (
        <div className="tm-import-text-form">
          <Form.Item label={t('entity.importEncoding')} htmlFor="import-encoding">
            <Select
              id="import-encoding"
              disabled={busy}
              value={source.encoding}
              options={encodings.map(value => ({ value, label: encodingName(value) }))}
              onChange={encoding => onChoose({ encoding, separator: source.separator! })}
            />
          </Form.Item>
          <Form.Item label={t('entity.importSeparator')} htmlFor="import-separator">
            <Select
              id="import-separator"
              disabled={busy}
              value={source.separator}
              options={Object.keys(separatorWords).map(value => ({ value, label: separatorWord(value) }))}
              onChange={separator => onChoose({ encoding: source.encoding!, separator })}
            />
          </Form.Item>
        </div>
      )}
    </div>
  )
}
