import { CheckCircleOutlined, RollbackOutlined, StopOutlined, WarningOutlined } from '@ant-design/icons'
import { type CertificationState, codeByState, labelStates, nextState, type RowOf } from '@timbermark/contract'
import { formatNumber } from '@timbermark/client'
import { useState } from 'react'
import { type Action, ActionButton } from '../../entity/actions/action-button.tsx'
import { EntityTable } from '../../entity/list/entity-table.tsx'
import { ExportButton } from '../../entity/list/export-button.tsx'
import { NoPermission } from '../../entity/list/list-states.tsx'
import type { Row } from '../../entity/types.ts'
import { useCodeCell } from '../../entity/values/code-cell.tsx'
import { ToneTag } from '../../entity/values/tone-tag.tsx'
import { toneOf } from '../../entity/values/tone.ts'
import { useSession, useT } from '../../shell/index.ts'
import { CodeDrawer } from './code-drawer.tsx'
import { LabelActDialog, type LabelActStart, labelActName, type LabelSpan, labelVerbs } from './label-act-dialog.tsx'
import { LabelStateTag } from '../../entity/values/label-state-tag.tsx'
import { addSpans, singleSpan } from './selection.ts'
import '../../entity/entity.css'
import './code.css'

type CodeRow = RowOf<typeof codeByState>

const icons = {
  activate: <CheckCircleOutlined />,
  spoil: <StopOutlined />,
  lose: <WarningOutlined />,
  reinstate: <RollbackOutlined />,
}

/** Codes of all requests by what is known of them, with the acts on labels. */
export default function CodesByStateScreen() {
  const t = useT()
  const { can } = useSession()
  const code = useCodeCell()
  const [dialog, setDialog] = useState<LabelActStart>()
  const [opened, setOpened] = useState<string>()
  const [selected, setSelected] = useState<readonly CodeRow[]>([])
  if (!can('code:by-state:list')) return <NoPermission />
  const verbs = labelVerbs.filter(verb => can(`code:label:${verb}`))
  const allowed = (verb: (typeof labelVerbs)[number], row: CodeRow) =>
    nextState(labelStates, verb, row.state) !== undefined
  const actionsOf = (listed: Row): Action[] => {
    const row = listed as unknown as CodeRow
    return [
      ...(can('code:qr:list')
        ? [{ key: 'open', label: t('action.query'), run: () => setOpened(String(row.code)) }]
        : []),
      ...verbs
        .filter(verb => allowed(verb, row))
        .map(verb => ({
          key: verb,
          label: labelActName(t, verb),
          danger: verb === 'spoil' || verb === 'lose',
          run: () => setDialog({ verb, numbers: spansOf([row]) }),
        })),
    ]
  }
  return (
    <>
      <EntityTable
        entity={codeByState}
        toolbar={
          <>
            {verbs.map(verb => (
              <ActionButton
                key={verb}
                action={{
                  key: verb,
                  label: `${labelActName(t, verb)} (${formatNumber(selected.length, t.language)})`,
                  icon: icons[verb],
                  danger: verb === 'spoil' || verb === 'lose',
                  reason:
                    selected.length === 0
                      ? t('entity.selectFirst')
                      : selected.every(row => allowed(verb, row))
                        ? undefined
                        : t('error.stateRefused'),
                  run: () => setDialog({ verb, numbers: spansOf(selected) }),
                }}
              />
            ))}
            {can('code:by-state:export') && <ExportButton entity={codeByState} />}
          </>
        }
        selection={
          verbs.length > 0
            ? {
                keys: selected.map(({ id }) => id),
                onChange: (_keys, rows) => setSelected(rows as unknown as CodeRow[]),
              }
            : undefined
        }
        cells={{
          code,
          state: row => <LabelStateTag state={row.state as CodeRow['state']} single />,
          certification: row => {
            const state = row.certification as CertificationState
            return <ToneTag tone={toneOf(state)}>{t(`code.by-state.certification.${state}`)}</ToneTag>
          },
          recalled: row => (row.recalled ? <ToneTag tone="error">{t('code.by-state.recalled')}</ToneTag> : '–'),
        }}
        actions={actionsOf}
      />
      {dialog && <LabelActDialog start={dialog} onClose={() => setDialog(undefined)} />}
      <CodeDrawer code={opened} onOpen={setOpened} onClose={() => setOpened(undefined)} />
    </>
  )
}

/** The fewest ranges of the rows' labels. */
function spansOf(rows: readonly CodeRow[]): LabelSpan[] {
  return [...Map.groupBy(rows, ({ requestId }) => requestId)].flatMap(([requestId, its]) =>
    addSpans(
      [],
      its.map(({ serial }) => singleSpan(serial)),
    ).map(span => ({ requestId, ...span })),
  )
}
