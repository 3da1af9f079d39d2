import { z } from 'zod'
import { defineCall } from '../call.ts'
import { checkedText, fileInfo, moment, rowId } from '../wire/shapes.ts'
import { banner } from './banner.ts'

const publicBanner = z.strictObject({
  id: rowId,
  group: z.enum(banner.fields.group.options),
  sequence: z.number().int(),
  duration: z.number(),
  image: fileInfo,
  link: z.string().nullable(),
  showFrom: moment.nullable(),
  showUntil: moment.nullable(),
})
export type PublicBanner = z.output<typeof publicBanner>

export const servicePhone = defineCall({
  method: 'GET',
  path: '/site/service',
  access: { permission: 'site:banner:list' },
  summary: 'The customer service number',
  answer: z.strictObject({
    phone: z.string().nullable(),
    updateTime: moment.nullable(),
    updateBy: z.string().nullable(),
  }),
})

export const setServicePhone = defineCall({
  method: 'PUT',
  path: '/site/service',
  access: { permission: 'site:banner:edit' },
  summary: 'Changes the customer service number',
  body: z.strictObject({ phone: checkedText }),
  answer: z.strictObject({ phone: z.string() }),
  labels: 'site.service',
  audit: { title: 'site.service', kind: 'edit' },
})

export const publicBanners = defineCall({
  method: 'GET',
  path: '/site/public/banners',
  access: 'public',
  maxAgeSeconds: 60,
  summary: 'Banners of a home page in their order, with the customer service number',
  query: z.object({ group: z.enum(banner.fields.group.options).optional() }),
  answer: z.strictObject({ banners: z.array(publicBanner), servicePhone: z.string().nullable() }),
})

export const siteCalls = [servicePhone, setServicePhone, publicBanners] as const
