import type { materialErrors as english } from '../en/material-errors.ts'

export const materialErrors = {
  'error.material.overdrawn': 'Le lot {batch} a {there} m³ de {species} en {form} : on ne peut en prendre {wanted} m³',
  'error.material.speciesMissing': 'Le lot {batch} n’a pas de {species} en {form} : on ne peut en prendre {wanted} m³',
  'error.material.reliedUpon':
    'Des enregistrements ultérieurs reposent sur ce bois : {records}. Corrigez-les ou retirez-les d’abord',
  'error.material.giverLacks':
    'L’entreprise qui offre les marchandises a moins de ce bois qu’elle n’en offre. Demandez-lui une autre offre avec le bon volume',
  'error.material.receivedAbove':
    'On ne peut recevoir {received} m³ quand {volume} m³ ont été remis : les mesures diffèrent d’un dixième au plus',
  'error.material.recountDiffers':
    '{n} soldes de bois ne sont pas la somme de leurs écritures ; le premier est celui du lot {batch}',
  'error.material.originTooLarge': 'Les contours dépassent un fichier de 25 Mo. Interrogez lot par lot.',
  'material.form.log': 'grumes',
  'material.form.sawn': 'sciages',
  'material.form.product': 'produits finis',
  'material.form.residue': 'chutes',
} as const satisfies Record<keyof typeof english, string>
