/** What the calls of every list and lifecycle do, for the interface docs. */
export const docs = {
  'docs.list': 'List of {name}',
  'docs.query': 'One of {name}',
  'docs.export': 'Export of {name} (xlsx)',
  'docs.add': 'Adds: {name}',
  'docs.edit': 'Edits: {name}',
  'docs.remove': 'Removes: {name}',
  'docs.changeStatus': 'Enables or disables: {name}',
  'docs.importTemplate': 'Import template: {name} (xlsx)',
  'docs.importData': 'Import: {name}; check or commit, all or nothing',
  'docs.options': 'Choices: {name}',
  'docs.verb': '{verb}: {name}',
  'docs.verbSeveral': '{verb}: {name}, several at once',
} as const
