/**
 * The vocabulary of the visible texts: what a thing is called in each language, and the forms that stood for it before.
 * `test/vocabulary.test.ts` holds all phrases to it, the labels of dictionaries and delivered rows included.
 */
import type { Language } from '@timbermark/contract'

/** What a thing is called in one language. */
export interface Usage {
  use: string
  /** Forms that no text may contain: whole words in English and French, any sequence in Chinese. */
  not: readonly string[]
}

export interface Term extends Readonly<Partial<Record<Language, Usage>>> {
  /** The thing, by the glossary of CONTRIBUTING.md where it is there. */
  term: string
}

const zh = (use: string, ...not: string[]): Pick<Term, 'zh'> => ({ zh: { use, not } })
const en = (use: string, ...not: string[]): Pick<Term, 'en'> => ({ en: { use, not } })
const fr = (use: string, ...not: string[]): Pick<Term, 'fr'> => ({ fr: { use, not } })

export const vocabulary: readonly Term[] = [
  {
    term: 'code request',
    ...zh('赋码申请', '二维码申请', '申请编码', '编码申请'),
    ...en('code request', 'code order'),
  },
  {
    term: 'code range',
    ...zh('号段', '码段'),
    ...en('code range', 'row of codes', 'rows of codes'),
    ...fr('plage de codes', 'suite de codes', 'suites de codes'),
  },
  { term: 'parent code', ...zh('上级码', '父码'), ...en('parent code'), ...fr('code parent') },
  { term: 'document number', ...zh('单证编号', '凭证编号', '单据凭证') },
  { term: 'documents', ...zh('单证', '证件与单据') },
  { term: 'batch', ...zh('新建批次', '制作批次'), ...en('create a batch', 'make a batch') },
  { term: 'product', ...en('add a product', 'describe a product') },
  { term: 'flagged', ...zh('存疑', '有疑点') },
  { term: 'proposed stage', ...zh('默认上报环节', '更新环节') },
  { term: 'requests under way', ...zh('处理中的申请', '进行中的码申请', '进行中的赋码申请') },
  { term: 'interface client', ...zh('客户端代码', '类型化客户端') },
  {
    term: 'report like the last',
    ...en('report another like this', 'as this one'),
    ...fr('sur ce modèle', 'la suivante de même'),
  },
  { term: 'recent', ...en('recent', 'reported lately') },
  { term: 'draft', ...en('resume draft', 'go on with a draft'), ...zh('放弃草稿', '丢弃草稿') },
  { term: 'total volume', ...en('total volume', 'volume together'), ...fr('volume total', 'volume ensemble') },
  {
    term: 'measures of each log',
    ...en('log by log', 'each log its own'),
    ...fr('grume par grume', 'propres à chaque grume'),
  },
  {
    term: 'measures of all logs',
    ...en('same for all', 'the same for all codes'),
    ...fr('identiques', 'les mêmes pour tous les codes'),
  },
  { term: 'computed', ...en('calculated from', 'worked out from') },
  { term: 'discard', ...en('discard', 'give it up') },
  { term: 'anyway', ...en('anyway', 'all the same:', 'it all the same') },
  { term: 'session', ...en('your session has expired', 'sign-in has ended') },
  { term: 'contact', ...en('contact', 'whom to ask') },
  { term: 'some codes', ...en('including this one', 'this one among them') },
  { term: 'total', ...en('total', 'in all') },
  { term: 'held codes', ...en('codes you hold', 'codes with you') },
  { term: 'assignee', ...en('assigned to', 'looked into by') },
  { term: 'sighting', ...en('first seen, last seen', 'first met', 'last met') },
  { term: 'scans after sale', ...en('still scanned after sale', 'going round') },
  { term: 'resubmit', ...en('resubmit', 'hand in again') },
  { term: 'alert thresholds', ...en('alert thresholds', 'from where on you are told') },
  { term: 'parent dealer', ...en('parent dealer', 'dealer above') },
  {
    term: 'circulation',
    ...en('follows another circulation', 'goes by another circulation'),
    ...fr('parcours', 'une circulation', 'la circulation', 'processus de circulation', 'circulation des étapes'),
  },
  { term: 'code', ...zh('追溯码', '码值') },
  { term: 'case', ...fr('alerte', 'signalement', 'signalements') },
  { term: 'quote', ...zh('报价', '报价申请') },
  { term: 'declined', ...zh('未通过', '申请被拒绝') },
  { term: 'stated by the platform', ...zh('平台提供', '平台陈述'), ...fr('selon la plateforme') },
  { term: 'compared period', ...en('vs previous', 'against the {n} days') },
  { term: 'missing value', ...fr('à indiquer', 'ne peut pas être vide') },
  {
    term: 'unlikely value',
    ...fr('paraît incohérente', 'quelque chose dans cette déclaration', 'cette marchandise est de l’essence'),
  },
  { term: 'attempt', ...fr('tentative', 'essais : ') },
  { term: 'stores', ...fr('points de vente', 'où on le trouve') },
  { term: 'check from mill to port', ...fr('contrôle usine-port', 'usine-quai') },
  { term: 'distribution', ...fr('distribution', 'circuits de vente') },
]
