import type { Format } from '../format.ts'
import { languageUrl } from '../links.ts'
import type { Texts } from '../texts.ts'
import type { Boot, Facts, Language, RenderInput } from '../types.ts'
import { Found } from './Found.tsx'
import { namesOf } from './Product.tsx'
import { Busy, Unavailable, Unknown, Welcome } from './States.tsx'

interface Props {
  input: RenderInput
  texts: Texts
  format: Format
  facts: Facts | null
  boot: Boot
}

const tags: Record<Language, string> = { zh: 'zh-CN', en: 'en', fr: 'fr' }

/** The whole document. No style attribute and no inline script: the content policy allows neither. */
export function Document({ input, texts, format, facts, boot }: Props) {
  const { language, state, assets } = input
  return (
    <html lang={tags[language]}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f4ecdf" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#191410" />
        <meta name="format-detection" content="telephone=no" />
        <meta name="robots" content="noindex" />
        <title>{titleOf(input, texts)}</title>
        {assets.styles.map(href => (
          <link key={href} rel="stylesheet" href={href} />
        ))}
        {assets.scripts.map(src => (
          <script key={src} type="module" src={src} nonce={input.nonce} />
        ))}
        <noscript>
          <style nonce={input.nonce}>{'.needs-script{display:none}'}</style>
        </noscript>
        <link rel="icon" href="/t/icon.svg" type="image/svg+xml" />
      </head>
      <body>
        <a className="skip" href="#content">
          {texts.t('trace.skip')}
        </a>
        <Bar input={input} texts={texts} />
        <main id="content" tabIndex={-1}>
          <noscript>
            <p className="noscript noscript-top">{texts.t('trace.noscript')}</p>
          </noscript>
          {state.kind === 'found' && facts && (
            <Found answer={state.answer} facts={facts} url={input.url} texts={texts} format={format} />
          )}
          {state.kind === 'unknown' && <Unknown code={state.code} texts={texts} />}
          {state.kind === 'unavailable' && <Unavailable code={state.code} url={input.url} texts={texts} />}
          {state.kind === 'busy' && <Busy code={state.code} url={input.url} texts={texts} />}
          {state.kind === 'welcome' && <Welcome texts={texts} />}
        </main>
        <footer className="foot">
          <p className="host">{texts.t('trace.footer.host', { host: input.officialHost })}</p>
          <p>{texts.t('trace.footer.privacy')}</p>
          <p className="brand-foot">
            {texts.t('app.name')} · {texts.t('app.title')}
          </p>
        </footer>
        <script
          id="boot"
          type="application/json"
          nonce={input.nonce}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: data for the script; every "<" is escaped, so nothing in it can end the block.
          dangerouslySetInnerHTML={{ __html: JSON.stringify(boot).replace(/</g, '\\u003c') }}
        />
      </body>
    </html>
  )
}

function titleOf({ state, language }: RenderInput, texts: Texts): string {
  if (state.kind === 'welcome') return texts.t('trace.title.welcome')
  if (state.kind !== 'found') return texts.t('trace.title.code', { code: state.code.slice(0, 60) })
  return texts.t('trace.title', { name: namesOf(state.answer, language).first })
}

function Bar({ input, texts }: Pick<Props, 'input' | 'texts'>) {
  return (
    <header className="bar">
      <a className="brand" href="/c" aria-label={texts.t('trace.home')}>
        <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
          <circle cx="16" cy="16" r="14" />
          <path d="M16 5.5a10.5 10.5 0 1 0 10.5 10.5A10.3 10.3 0 0 0 16 5.5" />
          <path d="M15 10.5a6 6 0 1 0 7 6.5a6.4 6.4 0 0 0-7-6.5" />
          <circle className="brand-heart" cx="15.5" cy="16.5" r="1.8" />
        </svg>
        <span>{texts.t('app.name')}</span>
      </a>
      <nav aria-label={texts.t('trace.language')}>
        <ul className="languages">
          {(['zh', 'en', 'fr'] as const).map(language => (
            <li key={language}>
              <a
                href={languageUrl(input.url, language)}
                hrefLang={tags[language]}
                lang={tags[language]}
                data-language={language}
                aria-current={language === input.language ? 'true' : undefined}
              >
                {texts.t(`language.${language}`)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </header>
  )
}
