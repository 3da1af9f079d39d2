/** Forms that begin with what is known, and what comes after saving them. */
export const formFlow = {
  'entity.usedBefore': 'Used before',
  'entity.otherOptions': 'Others',
  'entity.suggested.product': 'From product “{name}”',
  'entity.suggested.batch': 'From batch {name}',
  'entity.suggested.request': 'As in request “{name}”',
  'entity.suggested.enterprise': 'From enterprise “{name}”',
  'entity.addedNamed': '“{name}” was added.',
  'code.request.namedFor.item': 'Item codes {batch}',
  'code.request.namedFor.package': 'Package codes {batch}',
  'code.request.namedFor.container': 'Container codes {batch}',
  'code.request.saveSubmit': 'Save and submit',
  'code.request.made': '{n} codes were made',
  'code.request.certify': 'Certify',
} as const
