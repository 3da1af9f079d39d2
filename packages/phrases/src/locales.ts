import type { Language } from '@timbermark/contract'

/** BCP 47 tags, for `lang` attributes and Intl. English is British. */
export const locales: Record<Language, string> = { zh: 'zh-CN', en: 'en-GB', fr: 'fr-FR' }
