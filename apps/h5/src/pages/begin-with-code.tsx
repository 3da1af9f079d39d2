import { ApiError } from '@timbermark/client'
import { stageByKey } from '@timbermark/contract/stages'
import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { useApp } from '../app/context.ts'
import type { CachedAnswer } from '../app/use-cached-answer.ts'
import { labelReasonText, refusalText } from '../app/texts.ts'
import type { InitialCodes } from '../form/other-stage.tsx'
import type { AuthorizedStage, CodeAnswer } from '../report/wire.ts'
import { parseScan } from '../scan/scan-text.ts'
import { Loading } from '../ui/page.tsx'
import { ChooseStage } from './choose-stage.tsx'

/** `silent`: the server did not answer. */
type LookUpResult = { answer: CodeAnswer } | { refusal: string } | 'silent' | null

/**
 * Starts a report from a scanned code: opens the stage that the code's request proposes, if this person may report it;
 * else says why not, and offers the stages.
 */
export function BeginWithCode({ text, authorized }: { text: string; authorized: CachedAnswer<AuthorizedStage[]> }) {
  const { t, client } = useApp()
  const scan = parseScan(text)
  const code = scan.kind === 'none' ? null : scan.code
  const [lookUp, setLookUp] = useState<LookUpResult>(null)
  useEffect(() => {
    if (code === null) return
    let isCancelled = false
    setLookUp(null)
    client.call('GET /stage/code/:code', { params: { code }, query: {} }).then(
      answer => !isCancelled && setLookUp({ answer }),
      (error: unknown) => {
        const refused = error instanceof ApiError && error.code !== 401 && error.code !== 429
        if (!isCancelled) setLookUp(refused ? { refusal: refusalText(t, error) } : 'silent')
      },
    )
    return () => {
      isCancelled = true
    }
  }, [code, client, t])

  if (code === null) return <ChooseStage authorized={authorized} wrong={t('h5.codes.notACode')} />
  if (lookUp === null || (authorized.loading && !authorized.data)) return <Loading />
  if (lookUp === 'silent') return <ChooseStage authorized={authorized} codes={[code]} why={t('h5.proposed.silent')} />
  if ('refusal' in lookUp) return <ChooseStage authorized={authorized} wrong={lookUp.refusal} />
  const { answer } = lookUp
  const knownCode = answer.code ?? code
  const { proposed } = answer
  if (!answer.known || !proposed) {
    const refusal = { error: answer.refusal ?? 'stage.foreignCode', message: answer.refusalText ?? '' }
    return <ChooseStage authorized={authorized} wrong={refusalText(t, refusal, { code: knownCode })} />
  }
  const { label } = answer
  if (label?.state === 'spoiled' || label?.state === 'lost') {
    const text = refusalText(
      t,
      { error: label.state === 'lost' ? 'code.labelLost' : 'code.labelSpoiled', message: '' },
      { code: knownCode },
    )
    const wrong = t('common.twoSentences', { first: text, second: labelReasonText(t, label) })
    return <ChooseStage authorized={authorized} wrong={wrong} />
  }
  const names = { code: knownCode, n: stageByKey(proposed).order, stage: t(`stage.${proposed}`) }
  const chooseBecause = (why: string) => <ChooseStage authorized={authorized} codes={[knownCode]} why={why} />
  if (answer.proposedReported === 'code') return chooseBecause(t('h5.proposed.done', names))
  if (!authorized.data?.some(one => one.stage === proposed)) return chooseBecause(t('h5.proposed.notYours', names))
  const state: InitialCodes = { codes: [knownCode], proposed: true }
  return <Navigate to={`/operationLink?stage=${proposed}`} replace state={state} />
}
