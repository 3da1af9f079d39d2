import type { PublicFile } from '@timbermark/contract/trace'
import { useCallback, useContext, useEffect, useRef, useState } from 'react'
import { safeUrl } from '../links.ts'
import type { Texts } from '../texts.ts'
import { LoaderContext, type ProofLoader, type OpenedFile, useVouched } from './page-context.ts'

interface Props {
  file: PublicFile
  /** Photos of one group are browsed together. */
  group: string
  caption: string
  label: string
  large?: boolean
  texts: Texts
}

/** A picture that opens in the viewer, or as a plain link without scripts. The script shows it only when its bytes are the sealed ones. */
export function Photo(props: Props) {
  const loader = useContext(LoaderContext)
  return loader ? (
    <CheckedPhoto key={props.file.sha256} {...props} loader={loader} />
  ) : (
    <Picture {...props} address={safeUrl(props.file.url)} />
  )
}

function Picture({
  address,
  focused,
  group,
  caption,
  label,
  large,
}: Props & { address: string | undefined; focused?: boolean }) {
  const vouched = useVouched()
  const link = useRef<HTMLAnchorElement>(null)
  useEffect(() => {
    if (focused) link.current?.focus({ preventScroll: true })
  }, [focused])
  return (
    <a ref={link} className={large ? 'picture' : 'thumb'} href={address} data-photo={group} data-caption={caption}>
      {large ? (
        <img src={address} alt={label} width="640" height="480" {...vouched} />
      ) : (
        <img src={address} alt={label} width="160" height="120" loading="lazy" decoding="async" {...vouched} />
      )}
    </a>
  )
}

function CheckedPhoto({ loader, ...props }: Props & { loader: ProofLoader }) {
  const { file, label, caption, large, texts } = props
  const button = useRef<HTMLButtonElement>(null)
  const [opened, setOpened] = useState<OpenedFile | null>(null)
  const [focused, setFocused] = useState(false)
  const name = caption || label
  const open = useCallback(async () => {
    const result = await loader.openFile(file, name)
    // Keyboard focus on the button moves to the picture that replaces it.
    setFocused(document.activeElement === button.current && button.current !== null)
    setOpened(result)
  }, [loader, file, name])
  useEffect(() => whenNear(button.current, () => void open()), [open])
  if (opened && typeof opened === 'object') return <Picture {...props} address={opened.address} focused={focused} />
  const className = `${large ? 'picture' : 'thumb'} picture-note`
  if (opened === 'differs')
    return (
      <div className={className} role="note" data-picture={opened}>
        <span>{texts.t('trace.file.differs')}</span>
      </div>
    )
  return (
    <button
      ref={button}
      type="button"
      className={className}
      aria-label={opened ? undefined : label}
      data-picture={opened ?? 'waiting'}
      onClick={() => void open()}
    >
      {opened && <span>{texts.t('trace.file.unavailable')}</span>}
    </button>
  )
}

/** Pictures are large: each is fetched when the reader scrolls near it. */
function whenNear(element: Element | null, act: () => void): (() => void) | undefined {
  if (!element) return undefined
  if (typeof IntersectionObserver === 'undefined') {
    act()
    return undefined
  }
  const observer = new IntersectionObserver(
    entries => {
      if (!entries.some(entry => entry.isIntersecting)) return
      observer.disconnect()
      act()
    },
    { rootMargin: '400px' },
  )
  observer.observe(element)
  return () => observer.disconnect()
}
