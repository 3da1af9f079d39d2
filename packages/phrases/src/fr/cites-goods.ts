import type { citesGoods as english } from '../en/cites-goods.ts'

/** Les produits que visent les annotations de la CITES ; seul le serveur s’en sert. */
export const citesGoods = {
  'material.covers.all': 'Le bois sous toutes ses formes',
  'material.covers.4': 'Le bois sous toutes ses formes, sauf les graines et les plantes vivantes',
  'material.covers.5': 'Grumes, bois sciés et placages',
  'material.covers.6': 'Grumes, bois sciés, placages et contreplaqués',
  'material.covers.7': 'Grumes, copeaux, poudre et extraits',
  'material.covers.10': 'Grumes, bois sciés, placages et archets non finis',
  'material.covers.15':
    'Le bois sous toutes ses formes, sauf les produits finis jusqu’à 10 kg par envoi et les instruments de musique',
  'material.covers.17': 'Grumes, bois sciés, placages, contreplaqués et bois transformé (position 4409)',
} as const satisfies Record<keyof typeof english, string>
