import type { helpTour as english } from '../en/help-tour.ts'

export const helpTour = {
  'help.tour.again': 'Faire le tour',
  'help.tour.start': 'Ce qui vous attend',
  'help.tour.menu': 'Le menu',
  'help.tour.search': 'Tout trouver',
  'help.tour.search.is':
    'Saisissez ou scannez un code, ou le nom d’un lot, d’un document, d’une personne. Ctrl+K l’ouvre depuis chaque page.',
  'help.tour.notices': 'Annonces et messages',
  'help.tour.notices.is': 'Ce que le système et la plateforme ont à vous dire est ici. Un nombre indique le non-lu.',
  'help.tour.help': 'De l’aide sur chaque page',
  'help.tour.help.is':
    'À quoi sert la page, trois étapes et ses mots. La touche ? l’ouvre ; ce tour y recommence quand vous voulez.',
  'help.tour.admin.1':
    'Étapes en retard, documents qui expirent, personnes à accepter : ouvrez une ligne et vous voyez celles-là. Une nouvelle entreprise y trouve ses premiers pas.',
  'help.tour.admin.2':
    'De haut en bas comme vont les marchandises : produit, codes, étapes, certification, vente. Réglages et personnes sont à la fin.',
  'help.tour.admin.3':
    'Ajoutez ici vos collègues, donnez à chacun les rôles de son travail, et habilitez les utilisateurs de terrain.',
  'help.tour.clerk.1':
    'Étapes en retard, enregistrements à regarder, documents qui expirent : ouvrez une ligne et vous voyez ceux-là.',
  'help.tour.clerk.2': 'De haut en bas comme vont les marchandises : produit, codes, étapes, certification, vente.',
  'help.tour.clerk.3':
    'Votre travail commence par un lot : créez-le, activez-le, demandez des codes et suivez ses étapes.',
  'help.tour.printer.1': 'Ce qui est ouvert aujourd’hui est ici, avec les chiffres des codes et des scans.',
  'help.tour.printer.2': 'Demandes, mises en page et vie des étiquettes sont toutes sous « Codes QR ».',
  'help.tour.printer.3':
    'Imprimez ici les étiquettes d’une demande terminée, ou téléchargez son fichier. Gardez-le en sûreté : il contient les codes anti-contrefaçon.',
  'help.tour.certifier.1': 'Les codes qui attendent votre examen ouvrent la page, les plus anciens d’abord.',
  'help.tour.certifier.2': 'Deux endroits comptent pour vous : l’examen, et vos propres certificats et formulaires.',
  'help.tour.certifier.3':
    'Décidez ici « Conforme » ou « Non conforme », avec date et raison. L’entreprise et les acheteurs le voient.',
  'help.tour.dealer.1': 'Ce que vous détenez, combien de fois il a été scanné et vérifié, et votre territoire.',
  'help.tour.dealer.2': 'Vos marchandises, et le négoce du bois où vous pouvez faire une offre.',
  'help.tour.dealer.3': 'Cherchez vos codes, saisissez vos magasins, lisez les alertes confirmées.',
  'help.tour.trader.1': 'Les dernières annonces, et les offres sur les vôtres qui attendent une réponse.',
  'help.tour.trader.2': 'Le négoce du bois est votre place ; les actualités du marché sont à lire.',
  'help.tour.trader.3': 'Publiez ce que vous offrez ou cherchez, faites des offres, acceptez-en.',
  'help.tour.operator.1':
    'Annonces à valider, tâches en échec, alarmes et alertes ouvertes : ce que la plateforme attend de vous aujourd’hui.',
  'help.tour.operator.2':
    'Les entreprises voient aussi l’essentiel ; entreprises, surveillance et outils sont à vous seul.',
  'help.tour.operator.3': 'Ajoutez ici des entreprises et remettez le premier mot de passe de leur administrateur.',
  'help.tour.auditor.1':
    'Ce qui mérite un regard : corrections, retraits, enregistrements tardifs ou invraisemblables.',
  'help.tour.auditor.2': 'Vous pouvez lire tout ce qui est listé ici, et ne rien changer.',
  'help.tour.auditor.3':
    'Chaque enregistrement avec versions, documents et place au registre : ce qui a changé reste lisible.',
} as const satisfies Record<keyof typeof english, string>
