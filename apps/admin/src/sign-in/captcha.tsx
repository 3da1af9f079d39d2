import { Button, Form, Input } from 'antd'
import { useCallback, useEffect, useState } from 'react'
import { client } from '../shell/client.ts'
import { reportError } from '../shell/feedback.ts'
import { useT } from '../shell/texts.tsx'

interface Picture {
  captchaEnabled: boolean
  uuid?: string
  img?: string
}

/** Kind of a picture that came as bare base64, by its first bytes. */
export function pictureSource(img: string): string {
  if (img.startsWith('data:image/')) return img
  const type = img.startsWith('iVBOR')
    ? 'png'
    : img.startsWith('R0lGOD')
      ? 'gif'
      : /^(PD94|PHN2|Cjxz)/.test(img)
        ? 'svg+xml'
        : 'jpeg'
  return `data:image/${type};base64,${img}`
}

export interface Captcha {
  /** False when the server asks for none. */
  needed: boolean
  uuid: string
  /** `data:` address; null while it is on its way or did not come. */
  source: string | null
  failed: boolean
  renew: () => void
}

/** The picture with the verification code. Each is good for one try. */
export function useCaptcha(): Captcha {
  const [picture, setPicture] = useState<Picture | null>(null)
  const [failed, setFailed] = useState(false)
  const renew = useCallback(() => {
    setFailed(false)
    client.get<Picture>('/captchaImage', undefined, { token: false }).then(setPicture, (error: unknown) => {
      setFailed(true)
      reportError(error)
    })
  }, [])
  useEffect(renew, [renew])
  return {
    // Until the server says otherwise there is one, so that the form does not jump.
    needed: picture?.captchaEnabled ?? true,
    uuid: picture?.uuid ?? '',
    source: picture?.img ? pictureSource(picture.img) : null,
    failed,
    renew,
  }
}

/** Field `code` of the surrounding form, with its picture; pressing the picture fetches another. */
export function CaptchaField({ captcha }: { captcha: Captcha }) {
  const t = useT()
  if (!captcha.needed) return null
  const again = captcha.failed ? t('shell.login.codeFailed') : t('shell.login.codeAgain')
  return (
    <div className="captcha">
      <Form.Item
        name="code"
        label={t('shell.login.code')}
        rules={[{ required: true, whitespace: true, message: t('shell.login.codeRequired') }]}
      >
        <Input size="large" autoComplete="off" autoCapitalize="off" spellCheck={false} maxLength={12} />
      </Form.Item>
      <Button className="captcha-picture" onClick={captcha.renew} title={again} aria-label={again}>
        {captcha.source ? <img src={captcha.source} alt={t('shell.login.codePicture')} /> : captcha.failed ? '↻' : null}
      </Button>
    </div>
  )
}
