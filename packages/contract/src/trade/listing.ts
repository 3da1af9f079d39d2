import { defineEntity } from '../entity.ts'
import { choice, country, datetime, decimal, dict, images, integer, phone, ref, text } from '../field.ts'
import { rowExtras, defineView, viewOf } from '../view.ts'
import type { States } from '../states.ts'
import { traders } from '../user-types.ts'

const audited = { permission: 'audit', bulk: true, audit: 'grant', final: 'the publisher has the verdict' } as const
const shelved = { permission: 'shelf', bulk: true, userTypes: traders, undo: true } as const

/**
 * Lifecycle of a listing. Approval publishes it; a rejected or withdrawn one is edited and audited again. `edit` happens on saving and has no button.
 */
export const listingStates = {
  field: 'status',
  initial: 'pending',
  values: ['pending', 'onShelf', 'offShelf', 'rejected'],
  transitions: [
    { ...audited, verb: 'approve', from: ['pending'], to: 'onShelf', confirm: 'plain', seen: 'revision' },
    {
      ...audited,
      verb: 'reject',
      from: ['pending'],
      to: 'rejected',
      confirm: 'danger',
      reason: { is: 'required', field: 'rejectReason' },
    },
    { ...shelved, verb: 'takeOff', from: ['onShelf'], to: 'offShelf', confirm: 'plain' },
    { ...shelved, verb: 'putOn', from: ['offShelf'], to: 'onShelf' },
    { verb: 'edit', from: ['pending', 'rejected', 'offShelf'], to: 'pending', by: 'separateCall' },
  ],
  editable: ['pending', 'rejected', 'offShelf'],
  removable: ['pending', 'rejected', 'offShelf'],
} as const satisfies States

/** Largest price or quote, in yuan: a double still holds it to the cent. */
export const maxYuan = 1_000_000_000_000

const size = () => decimal({ min: 0.001, max: 1_000_000, scale: 3, unit: 'mm', hideInList: true })

/** Supply or purchase listing of the timber trade. A published one is visible to every enterprise. */
export const listing = defineEntity({
  area: 'trade',
  name: 'listing',
  tenancy: 'tenant',
  audited: true,
  label: 'goodsName',
  scoped: true,
  fields: {
    kind: choice({ options: ['supply', 'purchase'], required: true, search: 'eq', createOnly: true }),
    goodsName: text({ max: 100, required: true, search: 'like', sortable: true }),
    /** One of the own products. Others see its public data. */
    productId: ref({ entity: 'catalog/product', hideInList: true }),
    quantity: integer({ min: 1, max: 1_000_000_000, required: true, sortable: true }),
    unit: choice({ options: ['cubicMeter', 'ton', 'root'], required: true }),
    thickness: size(),
    length: size(),
    width: size(),
    /** From the species dictionary, with its CITES listing. */
    species: dict({ dict: 'tree_species' }),
    /** Logs, sawn timber, veneer and so on. */
    form: dict({ dict: 'wood_kind' }),
    woodName: text({ max: 100, search: 'like' }),
    /** Country in which the trees grew. */
    origin: country({ search: 'eq' }),
    expectedPrice: decimal({ min: 0.01, max: maxYuan, scale: 2, unit: 'yuan', required: true, sortable: true }),
    publisher: text({ max: 100, required: true }),
    contactPhone: phone({ required: true, personal: true }),
    remark: text({ max: 200, lines: 3, required: true, hideInList: true }),
    picture: images({ required: true }),
    publishTime: datetime({ readonly: true, sortable: true }),
    quoteCount: integer({ readonly: true, sortable: true }),
    status: choice({ options: listingStates.values, default: 'pending', search: 'eq', readonly: true }),
    rejectReason: text({ max: 200, readonly: true, hideInList: true }),
    /** Version number: approval states the version that was read. */
    revision: integer({ readonly: true, hideInList: true }),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export'],
  states: listingStates,
  final: { remove: 'the quotes of other enterprises end with it' },
  verbs: ['audit', 'shelf', 'phone'],
})

const { kind, unit, picture, goodsName, species, form, woodName, origin, revision: _, ...others } = listing.fields

/** Largest volume that can be searched for, in cubic metres. */
export const maxVolume = 1_000_000_000

/** Listings as lists show them. The kind is a tab, the unit is next to the quantity. */
export const listings = defineView({
  ...viewOf(listing),
  defaultColumns: ['picture', 'goodsName', 'status', 'species', 'quantity', 'expectedPrice', 'quoteCount'],
  fields: {
    goodsName,
    picture,
    species,
    form,
    woodName,
    /** The screen filters by country, with counts. */
    origin: { ...origin, search: undefined },
    ...others,
    /** Cubic metres, if quantity and sizes are known. */
    volume: decimal({ scale: 3, unit: 'm3', readonly: true, hideInList: true }),
    kind: { ...kind, search: undefined, hideInList: true },
    unit: { ...unit, hideInList: true },
  },
  rowExtras: rowExtras<{
    mine: boolean
    /** Version number. */
    revision: number
    /** Otherwise the number is masked; readers that `can` `phone` may request it, and the owner sees who did. */
    phoneShown: boolean
    /** Public data of its product; null without one or while the product is disabled. */
    product: { name: string; latinGenus: string; latinSpecies: string } | null
  }>(),
})
