/** Goods that annotations of CITES cover, in words: the server answers them, pages need them not. */
export const citesGoods = {
  'material.covers.all': 'The wood in every form',
  'material.covers.4': 'The wood in every form; seeds and living plants are exempt',
  'material.covers.5': 'Logs, sawn wood and veneer',
  'material.covers.6': 'Logs, sawn wood, veneer and plywood',
  'material.covers.7': 'Logs, chips, powder and extracts',
  'material.covers.10': 'Logs, sawn wood, veneer and unfinished bows of instruments',
  'material.covers.15':
    'The wood in every form, but for finished products of up to 10 kg in a shipment and musical instruments',
  'material.covers.17': 'Logs, sawn wood, veneer, plywood and transformed wood (heading 4409)',
} as const
