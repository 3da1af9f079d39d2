import { defineEntity } from '../entity.ts'
import { choice, datetime, decimal, dict, images, integer, phone, ref, text } from '../field.ts'
import { rowExtras, defineView, viewOf } from '../view.ts'
import type { States } from '../states.ts'

/** Who may come to the trade at all, by user type; what they may do there their permissions say. */
export const traders = [1, 3, 4, 5] as const

const audited = { permission: 'audit', bulk: true, audit: 'grant' } as const
const shelved = { permission: 'shelf', bulk: true, userTypes: traders } as const

/**
 * Life of a listing. Approving puts it on the shelf; what was rejected or taken off is edited and audited again. `edit`
 * is what saving does, not a button of its own.
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
    { verb: 'edit', from: ['pending', 'rejected', 'offShelf'], to: 'pending', by: 'ownCall' },
  ],
  editable: ['pending', 'rejected', 'offShelf'],
  removable: ['pending', 'rejected', 'offShelf'],
} as const satisfies States

/** Largest price or quote, in yuan: what a double still holds to the cent. */
export const maxYuan = 1_000_000_000_000

const size = () => decimal({ min: 0.001, max: 1_000_000, scale: 3, unit: 'mm', hideInList: true })

/** Supply or purchase listing of the timber trade. Once on the shelf it is seen by every enterprise. */
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
    /** One of the own products. Others are told what is public of it. */
    productId: ref({ entity: 'catalog/product', hideInList: true }),
    quantity: integer({ min: 1, max: 1_000_000_000, required: true, sortable: true }),
    unit: choice({ options: ['cubicMeter', 'ton', 'root'], required: true }),
    thickness: size(),
    length: size(),
    width: size(),
    /** Of the species dictionary; with it comes what CITES says of it. */
    species: dict({ dict: 'tree_species' }),
    /** Logs, sawn timber, veneer and so on. */
    form: dict({ dict: 'wood_kind' }),
    woodName: text({ max: 100, search: 'like' }),
    origin: text({ max: 100, search: 'like' }),
    expectedPrice: decimal({ min: 0.01, max: maxYuan, scale: 2, unit: 'yuan', required: true, sortable: true }),
    publisher: text({ max: 100, required: true }),
    contactPhone: phone({ required: true, personal: true }),
    remark: text({ max: 200, lines: 3, required: true, hideInList: true }),
    picture: images({ required: true }),
    publishTime: datetime({ readonly: true, sortable: true }),
    quoteCount: integer({ readonly: true, sortable: true }),
    status: choice({ options: listingStates.values, default: 'pending', search: 'eq', readonly: true }),
    rejectReason: text({ max: 200, readonly: true, hideInList: true }),
    /** Counts what its enterprise wrote: who approves says which he has read. */
    revision: integer({ readonly: true, hideInList: true }),
  },
  operations: ['list', 'query', 'add', 'edit', 'remove', 'export'],
  states: listingStates,
  verbs: ['audit', 'shelf', 'phone'],
})

const { kind, unit, picture, goodsName, species, form, woodName, origin, revision: _, ...others } = listing.fields

/** Largest volume that can be searched for, in cubic metres. */
export const maxVolume = 1_000_000_000

/** Listings as whoever may see them sees them. The kind is a tab, the unit stands beside the quantity. */
export const listings = defineView({
  ...viewOf(listing),
  fields: {
    goodsName,
    picture,
    species,
    form,
    woodName,
    /** The screen asks for the place as it is written, with how many there are. */
    origin: { ...origin, search: undefined },
    ...others,
    /** Cubic metres, where quantity and sizes tell. */
    volume: decimal({ scale: 3, unit: 'm3', readonly: true, hideInList: true }),
    kind: { ...kind, search: undefined, hideInList: true },
    unit: { ...unit, hideInList: true },
  },
  rowExtras: rowExtras<{
    mine: boolean
    /** Version number. */
    revision: number
    /** Otherwise the number is masked; whoever `can` `phone` asks for it, which its owner is shown. */
    phoneShown: boolean
    /** What is public of the product that it is of; null without one, and while the product is disabled. */
    product: { name: string; latinGenus: string; latinSpecies: string } | null
  }>(),
})
