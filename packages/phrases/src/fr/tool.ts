import type { tool as english } from '../en/tool.ts'

/** Interface docs. */
export const tool = {
  'tool.swagger.find': 'Rechercher par adresse, résumé ou droit',
  'tool.swagger.tag': 'Groupe',
  'tool.swagger.count': '{n} appels sur {all}',
  'tool.swagger.access': 'Accès :',
  'tool.swagger.open': 'sans connexion',
  'tool.swagger.signedIn': 'toute personne connectée',
  'tool.swagger.parameters': 'Paramètres',
  'tool.swagger.name': 'Nom',
  'tool.swagger.label': 'Signification',
  'tool.swagger.place': 'Dans',
  'tool.swagger.type': 'Type',
  'tool.swagger.required': 'obligatoire',
  'tool.swagger.body': 'Corps (JSON)',
  'tool.swagger.freeBody': 'Corps JSON avec les champs de l’enregistrement',
  'tool.swagger.example': 'Exemple',
  'tool.swagger.copy': 'Copier en curl',
} as const satisfies Record<keyof typeof english, string>
