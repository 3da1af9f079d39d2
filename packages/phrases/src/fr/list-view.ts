import type { listView as english } from '../en/list-view.ts'

export const listView = {
  'system.listView': 'Vue enregistrée',
  'system.listView.name': 'Nom',
  'system.listView.list': 'Liste',
  'system.listView.shared': 'Pour toute l’entreprise',
  'system.listView.settings': 'Réglages de la vue',
  'system.listView.filters': 'Filtres',
  'system.listView.columns': 'Colonnes',
  'system.listView.view': 'Vue',
  'error.system.listView.nameTaken': 'Une vue de cette liste porte déjà ce nom',
  'error.system.listView.full':
    'Une liste peut avoir {max} vues enregistrées au plus. Supprimez-en une qui ne sert plus.',
  'listView.tabs': 'Vues enregistrées de cette liste',
  'listView.all': 'Tout',
  'listView.menu': 'Vues enregistrées',
  'listView.save': 'Enregistrer comme vue',
  'listView.saveHint': 'Un onglet au-dessus de la liste rappelle ensuite ces filtres, ces colonnes et cet ordre.',
  'listView.sharedHint':
    'Tous ceux qui peuvent ouvrir cette liste auront l’onglet. Chacun ne voit que les lignes auxquelles il a droit.',
  'listView.replace': 'Enregistrer les modifications de « {name} »',
  'listView.revert': 'Annuler les modifications',
  'listView.changed': 'Modifiée',
  'listView.rename': 'Renommer « {name} »',
  'listView.start': 'Ouvrir cette liste sur « {name} »',
  'listView.startStop': 'Ne plus ouvrir cette liste sur « {name} »',
  'listView.remove': 'Supprimer « {name} »',
  'listView.removeTitle': 'Supprimer la vue « {name} » ?',
  'listView.removeText': 'Les lignes ne changent pas.',
  'listView.removeShared': 'Elle disparaît pour toute l’entreprise. Les lignes ne changent pas.',
  'listView.saved': 'Vue enregistrée : {name}',
  'listView.removed': 'Vue supprimée : {name}',
  'listView.started': 'Cette liste s’ouvre désormais sur : {name}',
  'listView.startStopped': 'Cette liste s’ouvre désormais sur toutes les lignes',
  'listView.ofEnterprise': '{name}, vue de l’entreprise',
  'listView.dropped':
    'Des parties de cette vue ont été laissées de côté, parce que la liste ne les a plus ou que vous ne pouvez pas les voir : {list}',
} as const satisfies Record<keyof typeof english, string>
