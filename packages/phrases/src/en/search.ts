/** The search over all screens: what is found, and what a code is. */
export const search = {
  'search.placeholder': 'Code, batch, paper, product, person or page',
  'search.screens': 'Pages',
  'search.similar': 'Pages with a similar name',
  'search.recent': 'Found lately',
  'search.all': 'Show all in the list',
  'search.waiting': 'Searching',
  'search.failed': 'The search got no answer.',
  'search.empty': 'Nothing matches',
  'search.tooShort': 'Type two letters or more',
  'search.hint':
    'Type or paste anything: a code with its address, a batch or paper number, a name. A hand scanner works here too.',
  'search.code': 'Code',
  'search.code.open': 'Everything about this code',
  'search.code.lastStage': 'Last stage',
  'search.code.visits': 'Scans and checks',
  'search.code.counts': '{scans} scans · {checks} right checks · {wrong} wrong',
  'search.code.report': 'Report a stage',
  'search.code.spoil': 'Mark as spoiled',
  'search.code.mistyped': 'A typing error: compare group {group} with the label',
  'search.code.elsewhere':
    'A genuine code, but not one that you can open here: it belongs to another enterprise or is outside your data scope',
  'search.code.unknown': '{code} has the form of a code, but no enterprise has issued it',
  'search.code.incomplete': 'A code has {expected} characters; this has {n}',
} as const
