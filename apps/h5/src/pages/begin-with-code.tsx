import { ApiError } from '@timbermark/client'
import { stageByKey } from '@timbermark/contract/stages'
import { useEffect, useState } from 'react'
import { Navigate } from 'react-router'
import { useApp } from '../app/context.ts'
import type { CachedAnswer } from '../app/use-cached-answer.ts'
import { refusalText } from '../app/texts.ts'
import type { InitialCodes } from '../form/other-stage.tsx'
import type { AuthorizedStage, CodeAnswer } from '../report/wire.ts'
import { parseScan } from '../scan/scan-text.ts'
import { Loading } from '../ui/page.tsx'
import { ChooseStage } from './choose-stage.tsx'

/** `silent`: the server could not be asked. */
type LookUpResult = { answer: CodeAnswer } | { refusal: string } | 'silent' | null

/**
 * A report that begins with its code: the stage that the code's request proposes is opened, where this person may report
 * it; else the person is told why not, and chooses.
 */
export function BeginWithCode({ text, authorized }: { text: string; authorized: CachedAnswer<AuthorizedStage[]> }) {
  const { t, client } = useApp()
  const read = parseScan(text)
  const code = read.kind === 'none' ? null : read.code
  const [heard, setHeard] = useState<LookUpResult>(null)
  useEffect(() => {
    if (code === null) return
    let left = false
    setHeard(null)
    client.call('GET /stage/code/:code', { params: { code }, query: {} }).then(
      answer => !left && setHeard({ answer }),
      (error: unknown) => {
        const refused = error instanceof ApiError && error.code !== 401 && error.code !== 429
        if (!left) setHeard(refused ? { refusal: refusalText(t, error) } : 'silent')
      },
    )
    return () => {
      left = true
    }
  }, [code, client, t])

  if (code === null) return <ChooseStage authorized={authorized} wrong={t('h5.codes.notACode')} />
  if (heard === null || (authorized.loading && !authorized.data)) return <Loading />
  if (heard === 'silent') return <ChooseStage authorized={authorized} codes={[code]} why={t('h5.proposed.silent')} />
  if ('refusal' in heard) return <ChooseStage authorized={authorized} wrong={heard.refusal} />
  const { answer } = heard
  const own = answer.code ?? code
  const { proposed } = answer
  if (!answer.known || !proposed) {
    const refusal = { error: answer.refusal ?? 'stage.foreignCode', message: '' }
    return <ChooseStage authorized={authorized} wrong={refusalText(t, refusal, { code: own })} />
  }
  const names = { code: own, n: stageByKey(proposed).order, stage: t(`stage.${proposed}`) }
  const chooses = (why: string) => <ChooseStage authorized={authorized} codes={[own]} why={why} />
  if (answer.proposedReported === 'code') return chooses(t('h5.proposed.done', names))
  if (!authorized.data?.some(one => one.stage === proposed)) return chooses(t('h5.proposed.notYours', names))
  const state: InitialCodes = { codes: [own], proposed: true }
  return <Navigate to={`/operationLink?stage=${proposed}`} replace state={state} />
}
