import type { helpMarket as english } from '../en/help-market.ts'

export const helpMarket = {
  'help.trace.scan-log.for':
    'Chaque ouverture d’un code sur la page de traçabilité : quand, et où si le lecteur a partagé sa position.',
  'help.trace.scan-log.1': 'Filtrez par code, produit, lieu ou date.',
  'help.trace.scan-log.2': 'Passez à la carte pour voir où vos marchandises sont lues.',
  'help.trace.scan-log.3': 'Exportez la liste pour vos propres analyses.',
  'help.trace.check-log.for':
    'Chaque code anti-contrefaçon saisi, et s’il était juste. Beaucoup d’erreurs font penser à des étiquettes copiées.',
  'help.trace.check-log.1': 'Filtrez d’abord les résultats erronés.',
  'help.trace.check-log.2': 'Regardez les lieux : plusieurs erreurs loin de votre marché méritent un examen.',
  'help.trace.check-log.3': 'Ouvrez le code pour voir ses autres vérifications et si une alerte existe.',
  'help.stats.trend.for': 'Scans et vérifications dans le temps, comparés à la période précédente.',
  'help.stats.trend.1': 'Choisissez la période, et le pas : heure, jour ou mois.',
  'help.stats.trend.2': 'Réduisez à un produit ou un lot.',
  'help.stats.trend.3': 'Enregistrez le graphique en image, ou exportez les chiffres.',
  'help.stats.product.for':
    'Quels produits, lots ou entreprises sont le plus scannés et vérifiés, et où les vérifications échouent.',
  'help.stats.product.1': 'Choisissez ce qui est classé et selon quel chiffre.',
  'help.stats.product.2':
    'Comparez à la période précédente : une hausse soudaine des échecs compte plus qu’un grand nombre de scans.',
  'help.stats.product.3': 'Exportez le tableau.',
  'help.stats.place.for':
    'Où les codes sont scannés et vérifiés, par pays, province ou ville, et les lieux où les vérifications échouent.',
  'help.stats.place.1': 'Choisissez le niveau et la période.',
  'help.stats.place.2': 'Regardez les lieux d’échec et comparez-les aux territoires de vos revendeurs.',
  'help.stats.place.3': 'Les scans sans lieu partagé sont comptés en dessous, sans lieu.',
  'help.stats.stage.for':
    'Combien de déclarations par étape, en combien de temps les lots y arrivent, et ce qui sort de ce qui entre.',
  'help.stats.stage.1': 'Choisissez la période ; comparez la médiane des jours à celle d’avant.',
  'help.stats.stage.2': 'Cherchez l’étape où les lots attendent le plus.',
  'help.stats.stage.3': 'Le rendement ne compte que les déclarations qui disent l’entrée et la sortie.',
  'help.channel.dealer-level.for':
    'Les niveaux ordonnent vos revendeurs : le niveau un vend pour vous, le niveau deux pour un revendeur de niveau un.',
  'help.channel.dealer-level.1': 'Ajoutez les niveaux que vous utilisez, avec un code et un nom.',
  'help.channel.dealer-level.2': 'Donnez ensuite son niveau à chaque revendeur.',
  'help.channel.dealer-level.3': 'Désactivez un niveau devenu inutile.',
  'help.channel.dealer.for':
    'Les revendeurs de vos marchandises : niveau, revendeur parent, contact et compte de connexion.',
  'help.channel.dealer.1': 'Ajoutez le revendeur ; au niveau deux, indiquez aussi son revendeur parent.',
  'help.channel.dealer.2': 'Rattachez un compte de type client s’il doit voir ses codes, ses scans et ses magasins.',
  'help.channel.dealer.3': 'Indiquez ensuite où il vend et quels codes il détient.',
  'help.channel.territory.for':
    'Où chaque revendeur peut vendre. Des scans de plusieurs personnes hors de là ouvrent une alerte.',
  'help.channel.territory.1': 'Choisissez le revendeur, la division et la durée.',
  'help.channel.territory.2': 'Plusieurs revendeurs peuvent partager une division.',
  'help.channel.territory.3':
    'Terminez un territoire par son dernier jour au lieu de le supprimer : les scans antérieurs gardent leur sens.',
  'help.channel.assignment.for':
    'Quels codes sont allés à quel revendeur, et ce qui a été repris. Sans cela, nul ne sait à qui était la marchandise trouvée ailleurs.',
  'help.channel.assignment.1':
    'Attribuez des codes à un revendeur : un à un, par plage, ou toute une demande. Leur contenu suit.',
  'help.channel.assignment.2': 'Les codes d’un autre revendeur sont refusés, sauf si vous l’autorisez.',
  'help.channel.assignment.3': 'Retirez les codes quand la marchandise revient.',
  'help.channel.case.for':
    'Des alertes s’ouvrent d’elles-mêmes quand scans et vérifications contredisent un code : hors territoire, trop de villes, revérifié au loin.',
  'help.channel.case.1': 'Prenez d’abord celles qui sont ouvertes et confiez chacune à quelqu’un.',
  'help.channel.case.2': 'Regardez les preuves : lieux, heures et poids de chacune.',
  'help.channel.case.3':
    'Confirmez ou écartez, avec une note. La page publique avertit tant que l’alerte n’est ni écartée ni trop ancienne.',
  'help.channel.own.for':
    'Ce que voit un revendeur : les codes qu’il détient, leurs scans et vérifications, ses magasins et les alertes confirmées.',
  'help.channel.own.1': 'Cherchez par lot, ou en scannant l’un des codes.',
  'help.channel.own.2': 'Saisissez vos magasins : les acheteurs les voient quand l’entreprise est d’accord.',
  'help.channel.own.3': 'Lisez les alertes confirmées : elles disent où vos codes sont apparus.',
  'help.channel.store.for':
    'Les magasins de vos revendeurs. Un magasin montré paraît sur la page de traçabilité comme point de vente.',
  'help.channel.store.1': 'Ajoutez un magasin avec son revendeur, son adresse et sa position.',
  'help.channel.store.2': 'Vérifiez ceux que les revendeurs ont saisis et montrez-les s’ils sont justes.',
  'help.channel.store.3': 'Nom ou adresse changés ? Le magasin est alors à montrer de nouveau.',
  'help.channel.customer.for':
    'Ceux à qui vous ou vos revendeurs vendez. Un client peut paraître sur la page de traçabilité comme point de vente.',
  'help.channel.customer.1': 'Ajoutez le client avec son contact et le revendeur qui le sert.',
  'help.channel.customer.2': 'Décidez si les acheteurs le voient ; par défaut, non.',
  'help.channel.customer.3': 'Rattachez un compte seulement si le client doit se connecter.',
  'help.channel.supplier.for': 'Ceux à qui vous achetez grumes ou bois : votre carnet d’adresses.',
  'help.channel.supplier.1': 'Ajoutez le fournisseur avec contact, téléphone et adresse.',
  'help.channel.supplier.2': 'Rattachez un compte seulement s’il doit se connecter.',
  'help.channel.supplier.3': 'Désactivez ceux à qui vous n’achetez plus.',
  'help.trade.publish.for':
    'Les annonces de vente et d’achat de toutes les entreprises. La vôtre est vue après validation par la plateforme.',
  'help.trade.publish.1': 'Publiez ce que vous offrez ou cherchez : essence, forme, quantité, dimensions, prix.',
  'help.trade.publish.2':
    'Attendez la validation ; les autres peuvent alors faire une offre. Faites de même sur les leurs.',
  'help.trade.publish.3': 'Acceptez une offre : son entreprise peut alors voir votre numéro complet.',
  'help.trade.apply-list.for': 'Les offres reçues sur vos annonces, et celles que vous avez faites.',
  'help.trade.apply-list.1': 'Regardez les offres reçues : elles attendent votre réponse.',
  'help.trade.apply-list.2': 'Acceptez une offre : montant et entreprise sont montrés avant de confirmer.',
  'help.trade.apply-list.3':
    'Révisez votre propre offre tant qu’elle est ouverte ; les montants antérieurs restent lisibles.',
  'help.trade.publish-add.for': 'Le formulaire d’une nouvelle annonce de vente ou d’achat.',
  'help.trade.publish-add.1': 'Choisissez le genre, puis la marchandise : essence, forme, quantité et unité.',
  'help.trade.publish-add.2':
    'Donnez un prix attendu et un téléphone. Le numéro reste caché tant que vous n’avez accepté aucune offre.',
  'help.trade.publish-add.3': 'Publiez : la plateforme valide avant que les autres ne la voient.',
  'help.trade.detail.for':
    'Une annonce avec tout ce qu’on en sait : marchandise, statut CITES, prix, et les offres que vous pouvez voir.',
  'help.trade.detail.1': 'Vérifiez essence, dimensions, quantité et la note CITES.',
  'help.trade.detail.2': 'Faites une offre, ou répondez à celles reçues.',
  'help.trade.detail.3': 'Demandez le téléphone une fois une offre acceptée.',
  'help.trade.phone-view.for': 'Qui a vu le numéro complet de l’une de vos annonces, quand et pourquoi.',
  'help.trade.phone-view.1': 'Regardez ici quand un appel vous surprend.',
  'help.trade.phone-view.2': 'Retirez votre accord à l’offre concernée si le numéro ne doit plus être montré.',
  'help.trade.phone-view.3': 'Le journal reste : ce qui a été vu ne se reprend pas.',
  'help.news.article.for':
    'Les actualités du marché, lisibles par tous sans connexion. Les entreprises lisent, la plateforme écrit.',
  'help.news.article.1': 'Rédigez dans une langue et ajoutez les autres quand vous les avez.',
  'help.news.article.2': 'Publiez aussitôt, ou fixez le moment de la publication.',
  'help.news.article.3': 'Retirez un article faux avec une raison ; il peut être publié de nouveau.',
  'help.news.category.for': 'Les rubriques des actualités : prix, réglementation, transport maritime.',
  'help.news.category.1': 'Ajoutez une rubrique et son ordre.',
  'help.news.category.2': 'Choisissez-la dans chaque article.',
  'help.news.category.3': 'Désactivez celle qui ne sert plus.',
  'help.site.banner.for':
    'Les images qui défilent sur les pages d’accueil du téléphone, du négoce et des actualités, et le numéro du service clients.',
  'help.site.banner.1': 'Ajoutez une bannière : image, page, ordre et durée.',
  'help.site.banner.2': 'Fixez le début et la fin de l’affichage ; elle paraît et disparaît d’elle-même.',
  'help.site.banner.3': 'Saisissez le numéro que les gens peuvent appeler.',
} as const satisfies Record<keyof typeof english, string>
