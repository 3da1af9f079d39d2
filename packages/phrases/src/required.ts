import type {
  DeclaredEntity,
  DeclaredView,
  ErrorKey,
  MenuKey,
  MenuVerb,
  Operation,
  RoleKey,
  StageKey,
} from '@timbermark/contract'
import type { DictPhraseKey } from '@timbermark/contract/stages'

type Dots<S extends string> = S extends `${infer A}/${infer B}` ? `${A}.${B}` : S
type EntityPrefix<E> = E extends { area: infer A extends string; name: infer N extends string }
  ? `${A}.${Dots<N>}`
  : never

/** Labels of fixed choices; a stage is called the same everywhere. */
type OptionKey<F, Prefix extends string> = F extends { kind: 'choice'; options: readonly (infer O extends string)[] }
  ? `${Prefix}.${Exclude<O, StageKey>}`
  : F extends { kind: 'flag' }
    ? `${Prefix}.${boolean}`
    : never

/** Lists that are exported have a name of many for their workbook. */
export type SheetPhraseKey = DeclaredEntity | DeclaredView extends infer E
  ? E extends { operations: readonly (infer O)[] }
    ? 'export' extends O
      ? `sheet.${EntityPrefix<E>}`
      : never
    : never
  : never

/** Fields that have a common word, and one of their own only where it says more. */
type EveryRow = 'createTime' | 'updateTime' | 'createBy'

type FieldKeys<E> = E extends { fields: infer F }
  ? {
      [K in Exclude<keyof F & string, EveryRow>]: `${EntityPrefix<E>}.${K}` | OptionKey<F[K], `${EntityPrefix<E>}.${K}`>
    }[Exclude<keyof F & string, EveryRow>]
  : never

type SearchKeys<E> = E extends { searches: infer S } ? `${EntityPrefix<E>}.${keyof S & string}` : never

type VerbsOf<E> = E extends { verbs: readonly (infer Verb extends string)[] } ? Verb : never

type WordsOf<Key extends string, T> =
  | (T extends { confirm: string } ? `${Key}Title` : never)
  | (T extends { bulk: true } ? `${Key}Several` : never)

/** The question before a transition of one record, and of several. */
type TransitionKeys<E> = E extends { states: { transitions: readonly (infer T)[] } }
  ? T extends { verb: infer V extends string }
    ? WordsOf<`${EntityPrefix<E>}.${V}`, T>
    : never
  : never

/** Titles of places that no delivered menu leads to: pages with an address of their own, tabs, dialogs. */
type PlaceKey =
  | 'home'
  | 'profile'
  | 'stats'
  | 'trade.supply'
  | 'trade.purchase'
  | 'trade.publish-add'
  | 'trade.apply-list'
  | 'trade.detail'
  | 'news.preview'
  | 'system.user-auth'
  | 'system.role-auth'
  | 'system.dict-data'
  | 'tool.gen-edit'

/** What `menu.ts` of every language holds, no more and no less: words of a screen come and go with the screen. */
export type MenuPhraseKey = `menu.${MenuKey | PlaceKey}`

/**
 * What the contract demands of every language: a text per error, entity, view, field, fixed choice, stage, delivered menu,
 * button, role, dictionary and entry of a dictionary.
 */
export type RequiredKey =
  | `error.${ErrorKey}`
  | (DeclaredEntity | DeclaredView extends infer E
      ? E extends unknown
        ? EntityPrefix<E> | FieldKeys<E> | SearchKeys<E> | TransitionKeys<E>
        : never
      : never)
  | SheetPhraseKey
  | `stage.${StageKey}`
  | `stage.${StageKey}.hint`
  | MenuPhraseKey
  | `action.${Operation | VerbsOf<DeclaredEntity | DeclaredView> | MenuVerb}`
  | `role.${RoleKey}`
  | DictPhraseKey
