import type { Stage, StageKey } from '@timbermark/contract'
import { stageByKey } from '@timbermark/contract/stages'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { authorizedPath } from '../app/offline-calls.ts'
import { useApp } from '../app/context.ts'
import { readCached } from '../platform/answer-cache.ts'
import type { ScannedCode } from '../report/report.ts'
import { countCodes } from '../report/rows.ts'
import type { AuthorizedStage } from '../report/wire.ts'
import { Notice } from '../ui/page.tsx'

/** What a report begins with, when something was scanned before its stage was chosen. */
export interface InitialCodes {
  codes: string[]
  /** The stage is the one that the codes' request proposes. */
  proposed?: boolean
}

/** The stage that most of these codes propose, and which they are, where it is another than the one that is reported. */
export function otherProposedStage(
  stage: StageKey,
  codes: readonly ScannedCode[],
): { stage: StageKey; codes: ScannedCode[] } | undefined {
  const found = new Map<StageKey, ScannedCode[]>()
  for (const entry of codes) {
    const proposed = entry.check.state === 'unchecked' ? undefined : entry.check.proposed
    if (proposed && proposed !== stage) found.set(proposed, [...(found.get(proposed) ?? []), entry])
  }
  const [most] = [...found].sort(([, a], [, b]) => countCodes(b) - countCodes(a))
  return most && { stage: most[0], codes: most[1] }
}

/** Says that codes in the list propose another stage, and leads there; what is reported stays the person's to say. */
export function OtherStageNotice({ stage, codes }: { stage: Stage; codes: readonly ScannedCode[] }) {
  const { t, cache } = useApp()
  const navigate = useNavigate()
  const [offered, setOffered] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    let left = false
    const show = (row?: { data: AuthorizedStage[] }) => !left && setOffered(new Set(row?.data.map(one => one.stage)))
    readCached<AuthorizedStage[]>(cache, authorizedPath).then(show, () => {})
    return () => {
      left = true
    }
  }, [cache])
  const other = otherProposedStage(stage.key, codes)
  if (!other) return null
  const { stage: key } = other
  // A range is scanned anew there: its ends may not be what the other stage is reported of.
  const its = other.codes.filter(entry => entry.last === undefined).map(entry => entry.code)
  const names = { n: stageByKey(key).order, other: t(`stage.${key}`), stage: t(`stage.${stage.key}`) }
  return (
    <Notice>
      <p>{t('h5.proposed.other', { ...names, codes: countCodes(other.codes) })}</p>
      {offered.has(key) && its.length > 0 && (
        <button
          type="button"
          className="link"
          onClick={() =>
            navigate(`/operationLink?stage=${key}`, { state: { codes: its, proposed: true } satisfies InitialCodes })
          }
        >
          {t('h5.proposed.report', names)}
        </button>
      )}
    </Notice>
  )
}
