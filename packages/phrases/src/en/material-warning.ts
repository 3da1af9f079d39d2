/** The board of warnings about wood. */
export const materialWarning = {
  'material.warning.about':
    'Wood that does not add up. Each line opens its list; below it stand the people who may act.',
  'material.warning.nothing':
    'Nothing to warn about: all wood has a source, every balance is the sum of its entries, no plots overlap, and no report was questioned.',
  'material.warning.who': 'May act: {names}',
  'material.warning.whoMore': 'May act: {names} and others',
  'material.warning.operator': 'The operator of the platform sees this too, and must act.',
  'material.warning.nobody': 'Nobody holds a right to act here. An administrator gives it with a role.',
  'material.warning.person': '{name} ({role})',
} as const
