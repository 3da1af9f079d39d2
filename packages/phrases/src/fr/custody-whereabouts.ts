import type { custodyWhereabouts as english } from '../en/custody-whereabouts.ts'

export const custodyWhereabouts = {
  'custody.whereabouts.batch': 'Lot',
  'custody.whereabouts.choose':
    'Choisissez un lot pour voir où sont ses marchandises. Vous pouvez aussi ouvrir cette page depuis un lot, ou depuis une remise acceptée.',
  'custody.whereabouts.open': 'Où sont les marchandises ?',
  'custody.whereabouts.of': 'Marchandises : {goods}',
  'custody.whereabouts.about':
    'Des autres entreprises, on lit ici ce que montre la page publique de ces marchandises : qui les détient, et les étapes avec leurs dates et leurs lieux.',
  'custody.whereabouts.none':
    'Il n’y a rien à suivre : aucun code n’a encore été créé pour ce lot, ou rien de cette remise n’a été pris en charge.',
  'custody.whereabouts.holders': 'Détenteurs actuels',
  'custody.whereabouts.own': 'Votre entreprise',
  'custody.whereabouts.count.item': '{n} {n|article|articles}',
  'custody.whereabouts.count.package': '{n} {n|colis|colis}',
  'custody.whereabouts.count.container': '{n} {n|conteneur|conteneurs}',
  'custody.whereabouts.since': 'depuis le {time}',
  'custody.whereabouts.between': 'arrivées du {first} au {last}',
  'custody.whereabouts.made': 'jamais remises',
  'custody.whereabouts.last': 'Dernière étape : {stage}, {time}',
  'custody.whereabouts.lastBy': 'Dernière étape : {stage}, {time}, déclarée par {enterprise}',
  'custody.whereabouts.at': 'Lieu : {place}',
  'custody.whereabouts.noStage': 'Aucune étape n’a encore été déclarée.',
  'custody.whereabouts.map': 'Lieux des dernières étapes',
  'custody.whereabouts.mapNone': 'Aucune dernière étape n’a été déclarée avec un lieu.',
  'custody.whereabouts.codes': '{n} {n|code|codes}',
  'custody.whereabouts.companies': 'Le parcours d’une entreprise à l’autre',
  'custody.whereabouts.first': 'Premier détenteur',
  'custody.whereabouts.tookOver': 'Prises en charge le {time}',
  'custody.whereabouts.invited': 'Déclare sur invitation depuis le {time}',
  'custody.whereabouts.held': 'Encore sur place : {counts}',
  'custody.whereabouts.stage': '{stage} : {time}',
  'custody.whereabouts.stages': '{stage} : du {first} au {last}',
  'custody.whereabouts.more': 'Ces marchandises sont passées par plus de mains qu’il n’en est affiché ici.',
} as const satisfies Record<keyof typeof english, string>
