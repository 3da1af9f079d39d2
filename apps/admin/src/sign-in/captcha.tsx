import type { AnswerTo } from '@timbermark/client'
import { useCallback, useEffect, useState } from 'react'
import { reportError } from '../shell/notices/feedback.ts'
import { useT } from '../shell/texts.tsx'
import { fetchCaptcha } from './captcha-request.ts'
import { Field } from './fields.tsx'

/** Address of a picture that is a data address or bare base64, whose type its first bytes tell. */
export function pictureSource(img: string): string {
  if (img.startsWith('data:image/')) return img
  const kinds: [RegExp, string][] = [
    [/^iVBOR/, 'png'],
    [/^R0lGOD/, 'gif'],
    [/^(PD94|PHN2|Cjxz)/, 'svg+xml'],
  ]
  const kind = kinds.find(([begin]) => begin.test(img))?.[1] ?? 'jpeg'
  return `data:image/${kind};base64,${img}`
}

export interface Captcha {
  /** Whether the server asks for a code. */
  needed: boolean
  /** The server has not answered yet whether it asks for a code: sent now, the form would lack it. */
  awaited: boolean
  uuid: string
  /** `data:` address; null while it loads or after it failed. */
  source: string | null
  failed: boolean
  renew: () => void
  /** Demands a picture, after the server asked for one where normally none is needed. */
  demand: () => void
}

/** The picture with the verification code. Each is good for one try. */
export function useCaptcha(): Captcha {
  const [picture, setPicture] = useState<AnswerTo<'GET /captchaImage'> | null>(null)
  const [failed, setFailed] = useState(false)
  const [demanded, setDemanded] = useState(false)
  const renew = useCallback(() => {
    setFailed(false)
    fetchCaptcha(demanded).then(setPicture, (error: unknown) => {
      setPicture(null)
      setFailed(true)
      reportError(error)
    })
  }, [demanded])
  useEffect(renew, [renew])
  return {
    // Until the server answers, a code is assumed, so that the form does not shift.
    needed: picture?.captchaEnabled ?? true,
    awaited: picture === null && !failed,
    uuid: picture?.uuid ?? '',
    source: picture?.img ? pictureSource(picture.img) : null,
    failed,
    renew,
    demand: () => setDemanded(true),
  }
}

/** Field `code` with its picture; a click on the picture loads another. */
export function CaptchaField({ captcha, error }: { captcha: Captcha; error?: string }) {
  const t = useT()
  if (!captcha.needed) return null
  const again = captcha.failed ? t('shell.login.codeFailed') : t('shell.login.codeAgain')
  return (
    <div className="captcha">
      <Field
        name="code"
        label={t('shell.login.code')}
        error={error}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck="false"
        maxLength={12}
        addon={
          <button type="button" className="captcha-picture" onClick={captcha.renew} title={again} aria-label={again}>
            {captcha.source ? (
              <img src={captcha.source} alt={t('shell.login.codePicture')} />
            ) : captcha.failed ? (
              '↻'
            ) : null}
          </button>
        }
      />
    </div>
  )
}
