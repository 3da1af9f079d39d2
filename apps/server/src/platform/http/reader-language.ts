import { type Language, languages } from '@timbermark/contract'
import { pickLanguage } from '@timbermark/phrases'
import type { FastifyRequest } from 'fastify'
import { readCookie } from './cookies.ts'

const supportedLanguage = (value: unknown): Language | undefined => languages.find(language => language === value)

/** The language that the address of a page names. */
export const chosenLanguage = (query: unknown): Language | undefined =>
  supportedLanguage((query as Record<string, unknown>).lang)

/** Language of a page for its reader: the one in the address, else the stored choice, else the browser's preference. */
export function readerLanguage(request: FastifyRequest): Language {
  return (
    chosenLanguage(request.query) ??
    supportedLanguage(readCookie(request, 'language')) ??
    pickLanguage(request.headers['accept-language'])
  )
}
