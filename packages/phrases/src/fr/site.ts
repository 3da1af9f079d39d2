import type { site as english } from '../en/site.ts'

export const site = {
  site: 'Site',
  'site.banner': 'Bannière',
  'site.banner.group': 'Page',
  'site.banner.group.appHome': 'Accueil de l’application',
  'site.banner.group.tradeHome': 'Accueil du négoce',
  'site.banner.group.newsHome': 'Accueil des actualités',
  'site.banner.sequence': 'Ordre',
  'site.banner.duration': 'Durée (secondes)',
  'site.banner.image': 'Image',
  'site.banner.link': 'Lien',
  'site.banner.showFrom': 'Affichée dès',
  'site.banner.showUntil': 'Affichée jusqu’au',
  'site.banner.planned': 'pas encore',
  'site.banner.over': 'terminée',
  'site.banner.status': 'Statut',
  'site.service': 'Service clients',
  'site.service.phone': 'Numéro du service clients',
  'site.service.noPhone': 'pas encore défini',
} as const satisfies Record<keyof typeof english, string>
