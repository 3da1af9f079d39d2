/** Whether scanned codes are among goods that are offered to the enterprise. */
import { ApiError, type Client, type Translate } from '@timbermark/client'
import { refusalText } from '../app/texts.ts'
import type { ScannedCode } from '../report/report.ts'
import type { Id } from '../report/wire.ts'
import type { CheckResult } from '../scan/scan-list.ts'

/** The phrase `h5.level.<level>` names what a code stands for. */
export const codeLevels = { item: 1, package: 2, container: 3 } as const

/** Asks the server. What it cannot be asked stays unchecked, as do ranges: their ends are judged with the decision. */
export async function askAboutOfferedCode(
  t: Translate,
  client: Client,
  offerId: Id,
  { code, last }: Pick<ScannedCode, 'code' | 'last'>,
): Promise<CheckResult> {
  if (last !== undefined) return { check: { state: 'unchecked' } }
  const refuse = (error: string, message: string): CheckResult => ({ check: { state: 'refused', error, message } })
  try {
    const answer = await client.call('GET /custody/offer/:id/code/:code', { params: { id: Number(offerId), code } })
    if (!answer.offered) return refuse('custody.notOffered', t('h5.receive.notOffered'))
    return { check: { state: 'good', level: codeLevels[answer.codeType], count: answer.count }, code: answer.code }
  } catch (error) {
    if (error instanceof ApiError && ![401, 429].includes(error.code))
      return refuse(error.error ?? 'unknown', refusalText(t, { error: error.error, message: error.message }, { code }))
    return { check: { state: 'unchecked' } }
  }
}
