import type { Stage, StageKey } from '@timbermark/contract'
import { stageByKey } from '@timbermark/contract/stages'
import { useEffect, useState } from 'react'
import { useNavigate } from 'react-router'
import { authorizedPath } from '../app/offline-calls.ts'
import { useApp } from '../app/context.ts'
import { readCached } from '../platform/answer-cache.ts'
import type { ScannedCode } from '../report/report.ts'
import { countCodes } from '../report/scanned-codes.ts'
import type { AuthorizedStage } from '../report/wire.ts'
import { Notice } from '../ui/page.tsx'

/** The first codes of a report, scanned before its stage was chosen. Passed as navigation state. */
export interface InitialCodes {
  codes: string[]
  /** The stage is the one that the request of the codes proposes. */
  proposed?: boolean
}

/** The stage other than the reported one that most of these codes propose, with those codes. */
export function otherProposedStage(
  stage: StageKey,
  codes: readonly ScannedCode[],
): { stage: StageKey; codes: ScannedCode[] } | undefined {
  const codesByStage = new Map<StageKey, ScannedCode[]>()
  for (const entry of codes) {
    const proposed = entry.check.state === 'unchecked' ? undefined : entry.check.proposed
    if (proposed && proposed !== stage) codesByStage.set(proposed, [...(codesByStage.get(proposed) ?? []), entry])
  }
  const [mostProposed] = [...codesByStage].sort(([, a], [, b]) => countCodes(b) - countCodes(a))
  return mostProposed && { stage: mostProposed[0], codes: mostProposed[1] }
}

/** Says that codes in the list propose another stage, and links to it; the person decides what to report. */
export function OtherStageNotice({ stage, codes }: { stage: Stage; codes: readonly ScannedCode[] }) {
  const { t, cache } = useApp()
  const navigate = useNavigate()
  const [offered, setOffered] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    let isCancelled = false
    const show = (row?: { data: AuthorizedStage[] }) =>
      !isCancelled && setOffered(new Set(row?.data.map(one => one.stage)))
    readCached<AuthorizedStage[]>(cache, authorizedPath).then(show, () => {})
    return () => {
      isCancelled = true
    }
  }, [cache])
  const other = otherProposedStage(stage.key, codes)
  if (!other) return null
  const { stage: key } = other
  // A range must be scanned again there: the other stage may need other ends.
  const singleCodes = other.codes.filter(entry => entry.last === undefined).map(entry => entry.code)
  const names = { n: stageByKey(key).order, other: t(`stage.${key}`), stage: t(`stage.${stage.key}`) }
  return (
    <Notice>
      <p>{t('h5.proposed.other', { ...names, codes: countCodes(other.codes) })}</p>
      {offered.has(key) && singleCodes.length > 0 && (
        <button
          type="button"
          className="link"
          onClick={() =>
            navigate(`/operationLink?stage=${key}`, {
              state: { codes: singleCodes, proposed: true } satisfies InitialCodes,
            })
          }
        >
          {t('h5.proposed.report', names)}
        </button>
      )}
    </Notice>
  )
}
