import type { Settings } from '../platform/settings.ts'
import type { Check } from './check.ts'
import type { Backup } from '../platform/backup/format.ts'
import type { Restored } from './restore.ts'

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`
const total = (backup: Backup) => backup.tables.reduce((sum, { rows }) => sum + rows, 0)
const packed = (backup: Backup) => backup.tables.reduce((sum, { bytes }) => sum + bytes, 0)
const head = ({ ledger }: Backup) => (ledger ? `${ledger.size} entries` : 'no head yet')

/** The lines that report a backup, and what must be kept in addition to it. */
export function backupReport(backup: Backup, settings: Settings, folder: string, ms: number): string[] {
  return [
    `Backup made in ${seconds(ms)}: ${folder}`,
    `  ${total(backup)} rows of ${backup.tables.length} tables (${megabytes(packed(backup))}), ${backup.files.count} files (${megabytes(backup.files.bytes)}), ledger ${head(backup)}, as of ${backup.takenAt}`,
    ...(backup.files.missing > 0
      ? [`  ${backup.files.missing} files were missing in the installation: their records will show them as missing`]
      : []),
    ...(backup.key === null
      ? [`  ${settings.masterKeyFile} is not there: a restore cannot tell whether the backup was changed`]
      : []),
    ...(backup.encryption
      ? [
          `  encrypted for ${backup.encryption.recipient}; without the key in ${settings.backupKeyFile} nobody can read it`,
        ]
      : []),
    `The master key (${settings.masterKeyFile}) is not in this backup: keep a copy of it in another place.`,
    'Without the key no code of this backup can be read again; anyone who has both can make codes.',
    `Prove it: npm run backup:check -- ${folder}`,
  ]
}

export function restoreReport({ backup, rows, newer, already }: Restored, settings: Settings, ms: number): string[] {
  const next = [
    newer.length > 0 ? `bring the schema to this version (${newer.length} migrations)` : '',
    'take up unfinished code requests',
    'go on above the request numbers and the ledger head that this installation remembers outside the backup',
  ].filter(Boolean)
  return [
    already
      ? 'An interrupted restore had already restored everything; nothing was left to do.'
      : `Restored in ${seconds(ms)}: ${rows} rows, ${backup.files.count} files, ledger ${head(backup)}, as of ${backup.takenAt}`,
    `The next start in ${settings.dataDir} will ${next.join('; ')}.`,
    'What was acknowledged after that moment is not in it: read "After a restore" in docs/operations.md before people write.',
  ]
}

export function checkReport({ backup, looked, wrong, remarks }: Check): string[] {
  const width = Math.max(...looked.map(({ what }) => what.length))
  return [
    `Backup as of ${backup.takenAt}, ${total(backup)} rows, ${backup.files.count} files, ledger ${head(backup)}`,
    ...looked.map(
      ({ what, count, wrong: errors }) =>
        `  ${what.padEnd(width)}  ${String(count).padStart(9)}  ${errors.length === 0 ? 'ok' : `${errors.length} WRONG`}`,
    ),
    ...remarks.map(remark => `  note: ${remark}`),
    ...(wrong.length === 0 ? ['good'] : ['NOT good:', ...wrong.map(sentence => `  ${sentence}`)]),
  ]
}
