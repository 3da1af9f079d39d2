import type { docs as english } from '../en/docs.ts'

export const docs = {
  'docs.list': 'Liste : {name}',
  'docs.query': 'Un élément : {name}',
  'docs.export': 'Exportation : {name} (xlsx)',
  'docs.add': 'Ajout : {name}',
  'docs.edit': 'Modification : {name}',
  'docs.remove': 'Suppression : {name}',
  'docs.changeStatus': 'Activation ou désactivation : {name}',
  'docs.importTemplate': 'Modèle d’importation : {name} (xlsx)',
  'docs.importData': 'Importation : {name} ; vérifier ou valider, tout ou rien',
  'docs.options': 'Choix : {name}',
  'docs.verb': '{verb} : {name}',
  'docs.verbSeveral': '{verb} : {name}, plusieurs à la fois',
} as const satisfies Record<keyof typeof english, string>
