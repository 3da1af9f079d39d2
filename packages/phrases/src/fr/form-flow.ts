import type { formFlow as english } from '../en/form-flow.ts'

export const formFlow = {
  'entity.usedBefore': 'Déjà utilisées',
  'entity.otherOptions': 'Autres',
  'entity.suggested.product': 'D’après le produit « {name} »',
  'entity.suggested.batch': 'D’après le lot {name}',
  'entity.suggested.request': 'Comme dans la demande « {name} »',
  'entity.suggested.enterprise': 'D’après l’entreprise « {name} »',
  'entity.addedNamed': '« {name} » a été ajouté.',
  'code.request.namedFor.item': 'Codes article {batch}',
  'code.request.namedFor.package': 'Codes colis {batch}',
  'code.request.namedFor.container': 'Codes conteneur {batch}',
  'code.request.saveSubmit': 'Enregistrer et soumettre',
  'code.request.made': '{n} codes créés',
  'code.request.certify': 'Certifier',
} as const satisfies Record<keyof typeof english, string>
