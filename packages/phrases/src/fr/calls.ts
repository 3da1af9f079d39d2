import type { Calls } from '@timbermark/contract/calls'
import type { OwnRoute } from '../area-routes.ts'

/** What each call does, one line for the interface docs. English stands with the call. */
export const callWords: Record<keyof Calls | OwnRoute, string> = {
  'GET /captchaImage': 'Image avec un code de vérification, valable deux minutes pour un essai',
  'POST /login': 'Connecte ; répond un jeton et la page à ouvrir',
  'POST /logout': 'Met fin à la session du jeton, s’il y en a une',
  'GET /getInfo': 'L’utilisateur connecté, avec ses rôles et ses droits',
  'GET /getRouters': 'Le menu de l’utilisateur connecté, sous forme de routes',
  'POST /register': 'Inscrit un compte sans aucun droit, si le paramètre sys.account.registerUser le permet',
  'GET /system/user': 'Rôles et postes pour un nouvel utilisateur',
  'POST /system/user': 'Ajoute un utilisateur',
  'PUT /system/user': 'Modifie les champs donnés d’un utilisateur ; rôles et postes d’un bloc',
  'DELETE /system/user/:ids': 'Supprime des utilisateurs, tous ou aucun',
  'PUT /system/user/resetPwd': 'Donne un nouveau mot de passe à un utilisateur ; ses sessions prennent fin',
  'PUT /system/user/forceLogout': 'Met fin à toutes les sessions d’un utilisateur',
  'GET /system/user/authRole/:id': 'Un utilisateur et tous les rôles, avec ceux déjà donnés',
  'PUT /system/user/authRole': 'Remplace les rôles d’un utilisateur',
  'GET /system/user/deptTree': 'Services accessibles, en arbre',
  'GET /system/user/profile': 'Son propre profil',
  'PUT /system/user/profile': 'Modifie son propre nom, son e-mail, son téléphone et son genre',
  'PUT /system/user/profile/updatePwd': 'Change son propre mot de passe ; les autres sessions prennent fin',
  'POST /system/user/profile/avatar': 'Définit sa propre photo (png, jpg ; 1 Mo au plus)',
  'GET /system/dept/list/exclude/:id':
    'Services accessibles sans l’un d’eux ni ceux qui en dépendent : où il peut être déplacé',
  'GET /system/dept/treeselect': 'Services accessibles, en arbre',
  'GET /system/dept/roleDeptTreeselect/:id': 'Services accessibles et ceux qu’atteint un rôle',
  'POST /system/dept': 'Ajoute un service',
  'PUT /system/dept': 'Modifie les champs donnés d’un service, ou le déplace',
  'PUT /system/dept/updateSort': 'Définit l’ordre de plusieurs services',
  'DELETE /system/dept/:id': 'Supprime un service vide',
  'GET /system/post/optionselect': 'Postes à choisir',
  'GET /system/role/authUser/allocatedList': 'Utilisateurs qui ont un rôle',
  'GET /system/role/authUser/unallocatedList': 'Utilisateurs qui n’ont pas un rôle',
  'PUT /system/role/authUser/cancel': 'Retire un rôle à un utilisateur',
  'PUT /system/role/authUser/cancelAll': 'Retire un rôle à des utilisateurs',
  'PUT /system/role/authUser/selectAll': 'Donne un rôle à des utilisateurs',
  'POST /system/role': 'Ajoute un rôle avec des menus que l’appelant possède',
  'PUT /system/role': 'Modifie les champs donnés d’un rôle ; les menus d’un bloc',
  'PUT /system/role/dataScope': 'Définit de qui un rôle atteint les données',
  'DELETE /system/role/:ids': 'Supprime des rôles que personne n’a, tous ou aucun',
  'GET /system/role/optionselect': 'Rôles accessibles, à choisir',
  'GET /system/role/deptTree/:id': 'Services accessibles et ceux qu’atteint un rôle',
  'GET /system/role/matrix': 'La matrice des droits : quel rôle a quel droit',
  'GET /system/menu/treeselect': 'Menus que possède l’appelant, en arbre',
  'GET /system/menu/roleMenuTreeselect/:id': 'Menus que possède l’appelant et ceux d’un rôle',
  'GET /system/menu/components': 'Écrans qu’un menu peut ouvrir',
  'POST /system/menu': 'Ajoute un menu',
  'PUT /system/menu': 'Modifie les champs donnés d’un menu',
  'PUT /system/menu/updateSort': 'Définit l’ordre de plusieurs menus',
  'DELETE /system/menu/:id': 'Supprime un menu que personne n’a',
  'GET /system/dict/type/optionselect': 'Tous les dictionnaires, à choisir',
  'DELETE /system/dict/type/refreshCache':
    'Fait oublier à chaque processus ce qu’il a retenu ; les dictionnaires sont relus à chaque fois',
  'GET /system/dict/data/type/:type':
    'Entrées actives d’un dictionnaire, libellés et remarques dans la langue du lecteur',
  'DELETE /system/config/refreshCache':
    'Fait oublier à chaque processus ce qu’il a retenu ; les paramètres sont relus à chaque fois',
  'GET /system/config/configKey/:key':
    'Valeur d’un paramètre : publique pour tous, sinon pour qui peut voir les paramètres',
  'POST /system/division/sync': 'Actualise toutes les divisions en arrière-plan (environ une minute)',
  'GET /system/division/choices': 'Divisions à choisir, par leur nom ou le début de leur code',
  'GET /system/division/sync': 'La dernière actualisation, ou null',
  'GET /system/division/sync/:id': 'Avancement d’une actualisation',
  'GET /system/notice/listTop': 'Les cinq dernières annonces et combien ne sont pas lues',
  'POST /system/notice/markRead': 'Marque une annonce comme lue par l’appelant',
  'POST /system/notice/markReadAll':
    'Marque des annonces comme lues par l’appelant ; toutes celles en vigueur sans identifiants',
  'DELETE /monitor/operlog/:ids': 'Supprime des lignes du journal des opérations, toutes ou aucune',
  'DELETE /monitor/operlog/clean': 'Vide le journal des opérations ; qui l’a fait en est la ligne suivante',
  'DELETE /monitor/logininfor/:ids': 'Supprime des lignes du journal des connexions, toutes ou aucune',
  'DELETE /monitor/logininfor/clean':
    'Vide le journal des connexions ; qui l’a fait est noté au journal des opérations',
  'POST /monitor/logininfor/unlock/:userName':
    'Oublie les échecs de connexion d’un compte, pour que son titulaire n’attende pas',
  'DELETE /monitor/online/:ids': 'Met fin à des sessions, toutes ou aucune',
  'POST /monitor/server/mail': 'Envoie un courrier d’essai à tous ceux qui sont prévenus des alarmes',
  'PUT /monitor/job/changeStatus': 'Met en pause une tâche planifiée ou la reprend ; une exécution en cours continue',
  'PUT /monitor/job/run': 'Commande une exécution immédiate ; répond le numéro de son entrée au journal',
  'GET /monitor/job/next': 'Les cinq prochains moments d’une expression dans un fuseau horaire',
  'DELETE /monitor/job-log/:ids':
    'Supprime des entrées du journal des tâches, toutes ou aucune ; ce qui est en cours reste',
  'DELETE /monitor/job-log/clean':
    'Vide le journal des tâches, ou ce qui y est plus ancien que `days` ; ce qui est en cours reste',
  'GET /monitor/anchor/state':
    'État de l’ancrage du registre : retard, coût, solde, expéditeur et nœuds ; nul sans chaîne',
  'POST /monitor/anchor/retry':
    'Remplace une transaction en attente par une autre aux frais plus élevés, à la prochaine consultation de la chaîne',
  'GET /monitor/server': 'Tous les processus tels qu’ils se sont annoncés, la base, les files et les alarmes en cours',
  'GET /monitor/server/history':
    'Les dernières 24 heures par pas de dix minutes : le plus haut de tous les processus, du plus ancien au plus récent',
  'GET /monitor/cache': 'Les caches de chaque processus par nom : nombre d’entrées et utilité ; jamais le contenu',
  'DELETE /monitor/cache/:name':
    'Vide un cache dans tous les processus : ici aussitôt, ailleurs à leur prochain battement',
  'POST /tenant/enterprise':
    'Ajoute une entreprise et son administrateur, dont le premier mot de passe est l’identifiant (72 heures)',
  'PUT /tenant/enterprise': 'Modifie une entreprise ; la désactiver met fin à ses sessions',
  'PUT /tenant/enterprise/resetPwd':
    'Donne à l’administrateur d’une entreprise un nouveau mot de passe à usage unique (72 heures), répondu une fois',
  'POST /common/upload': 'Garde un fichier (champ multipart file) ; répond fileName, url, code',
  'GET /common/importProgress/:name':
    'Avancement de l’importation que l’appelant a commencée sous ce nom ; null quand aucune n’est en cours',
  'GET /common/upload/piece':
    'Combien d’octets sont arrivés d’un fichier envoyé par morceaux, et le fichier une fois complet',
  'POST /common/upload/piece':
    'Le morceau suivant d’un fichier (champ multipart file, 256 Ko au plus), à partir de offset ; ce qui arrive avant la coupure est gardé, le dernier morceau fait le fichier',
  'GET /file/:id': 'Contenu d’un fichier par son adresse signée, ou la copie publique d’un fichier public',
  'GET /common/download':
    'Télécharge par son fileName un fichier que l’on a envoyé ; delete=true le supprime ensuite si rien ne l’utilise',
  'GET /catalog/batch/:id/stages':
    'Les étapes d’un lot dans l’ordre de son parcours : faites, manquantes, en retard, par qui et quand',
  'GET /catalog/product/suggestions':
    'Les valeurs par lesquelles commence un nouveau produit : la catégorie du dernier produit que l’appelant peut lister',
  'GET /code/request/suggestions':
    'Les valeurs par lesquelles commence une nouvelle demande de codes : de son lot, de son produit et de la dernière demande que l’appelant peut lister',
  'POST /code/request': 'Ajoute une demande de codes',
  'GET /code/download/:token':
    'Téléchargement par une adresse à usage unique ; interrompu, il reprend par Range pendant dix minutes',
  'GET /code/request/:id/download':
    'Chaque code avec son code anti-contrefaçon, une ligne de longueur fixe chacun ; Range accepté',
  'POST /code/request/:id/downloadLink': 'Une adresse à usage unique pour le navigateur, valable deux minutes',
  'GET /code/request/:id/labelGlyphs':
    'Caractères des textes des étiquettes d’une demande qu’aucune police ne contient, imprimés comme des cases',
  'GET /code/request/:id/labels':
    'Étiquettes d’un numéro à un autre : feuilles ou rouleaux en pdf (taille à 300 pixels par pouce ; trois par rangée sans elle), ou une archive d’images png ou svg',
  'GET /code/qr/:code/life':
    'À quoi appartient un code, ce qui en a été déclaré, où il a été scanné et vérifié en dernier',
  'POST /code/qr/read': 'Lit une liste de codes collée : de quelles demandes ils viennent, et lesquels n’en sont pas',
  'POST /code/qr/values': 'Les valeurs de codes choisis d’une demande, par leurs numéros',
  'GET /code/qr/listTemplate': 'Modèle (xlsx) d’une liste de codes : une colonne de cellules de texte',
  'POST /code/qr/readFile': 'Lit une liste de codes d’un classeur (xlsx, 500 Ko au plus), comme POST /code/qr/read',
  'POST /code/request/:id/labels':
    'Étiquettes de codes choisis : planches selon une mise en page de l’entreprise ou un papier, ou zip d’images de 1000 pixels au plus (png, svg, pdf)',
  'GET /code/qr/list': 'Codes d’une demande, faits à mesure qu’on les demande, avec ce que l’on sait de chacun',
  'GET /code/request/importTemplate':
    "Modèle (xlsx) d'une liste de codes imprimés par un tiers : une colonne, en cellules de texte",
  'POST /code/request/importData':
    'Importe dans sa demande (champ requestId) une liste de codes imprimés par un tiers : vérification ou enregistrement, tout ou rien',
  'GET /code/qr/importTemplate': 'Modèle d’importation de codes (xlsx) : dans quoi ils sont emballés',
  'POST /code/qr/importData':
    'Importation de codes avec leurs colis, selon les règles de l’emballage : vérifier ou valider, tout ou rien',
  'GET /certification/authorization/certifiers': 'Entreprises qui peuvent être autorisées à examiner des codes',
  'POST /certification/authorization/authorize': 'Autorise une autre entreprise à examiner des codes',
  'POST /certification/authorization/submit': 'Soumet des codes à l’examen interne, sans tiers',
  'POST /certification/authorization/resubmit': 'Soumet à nouveau des codes dont l’examen n’a pas été concluant',
  'POST /certification/authorization/withdraw':
    'Retire une autorisation ou une soumission de codes, avec son résultat : ils ne sont plus autorisés',
  'POST /certification/authorization/judge':
    'Résultat de l’examen interne de codes, par une autre personne que celle qui les a soumis',
  'POST /certification/review/judge':
    'Résultat de l’examen de codes pour lesquels une autre entreprise a autorisé la sienne',
  'GET /certification/authorization/history':
    'Chaque étape de la certification de ses propres codes, la dernière en premier',
  'GET /certification/review/history':
    'Chaque étape de la certification des codes sous une autorisation de sa propre entreprise, la dernière en premier',
  'POST /channel/assignment/assign':
    'Attribue des codes à un revendeur, colis et conteneurs avec leur contenu ; avec `reassign`, aussi ceux d’un autre revendeur',
  'POST /channel/assignment/withdraw':
    'Retire des codes à leurs revendeurs ; avec `assignmentId` seul, tout ce que le revendeur en a encore',
  'GET /channel/assignment/code/:code': 'Quels revendeurs ont eu un code, de quand à quand ; le dernier d’abord',
  'GET /channel/case/:id/evidence': 'Les scans et vérifications d’une alerte, les deux cents derniers, et leurs lieux',
  'GET /channel/case/:id/evidence/export':
    'Les scans et vérifications d’une alerte, les deux cents derniers, en classeur (xlsx)',
  'PUT /channel/case/assignee':
    'Confie une alerte à quelqu’un de l’entreprise, ou à personne ; la personne en est avertie',
  'PUT /channel/case/several/assignee':
    'Confie plusieurs alertes à quelqu’un de l’entreprise, ou à personne, chacune selon les règles d’une seule : un refus n’arrête pas les autres ; la personne en est avertie une fois',
  'POST /channel/own-store':
    'Enregistre un magasin du revendeur de ce compte ; les acheteurs le voient quand l’entreprise le décide',
  'PUT /channel/own-store':
    'Modifie un magasin du revendeur de ce compte ; sous un autre nom ou une autre adresse, les acheteurs ne le voient plus avant un nouvel accord de l’entreprise',
  'DELETE /channel/own-store/:ids': 'Supprime des magasins du revendeur de ce compte',
  'GET /channel/own/overview':
    'Ce que détient le revendeur de ce compte : codes, scans et vérifications des trente derniers jours et des trente précédents, magasins, alertes',
  'GET /channel/case/thresholds':
    'À partir de quand l’entreprise est avertie : ses propres seuils et ceux de l’installation',
  'PUT /channel/case/thresholds':
    'Règle à partir de quand l’entreprise est avertie ; null prend la valeur de l’installation, les alertes existantes restent',
  'GET /channel/case/assignees':
    'À qui une alerte peut être confiée : les personnes de l’entreprise qui se connectent au back-office',
  'POST /code/label/activate':
    'Met des étiquettes en service : elles sont fixées aux marchandises ; celles qui le sont déjà restent ainsi',
  'POST /code/label/spoil':
    'Déclare des étiquettes gâchées ou détruites : leur lecture avertit, aucune déclaration ne peut les nommer',
  'POST /code/label/lose':
    'Déclare des étiquettes perdues ou volées : leur lecture avertit, aucune déclaration ne peut les nommer',
  'POST /code/label/reinstate':
    'Annule une perte ou un gâchis : les étiquettes redeviennent ce qu’elles étaient ; le registre montre les deux actes',
  'GET /code/by-state/export': 'Export des codes selon leur état, quel que soit leur nombre (xlsx)',
  'GET /code/by-state/list':
    'Codes de toutes les demandes selon l’étiquette, la certification, l’emballage, le revendeur, le rappel et les scans, la demande la plus récente d’abord',
  'GET /code/label/counts/:id':
    'Nombre d’étiquettes d’une demande créées, livrées, en service, gâchées et perdues, et de celles hors service qui ont été scannées',
  'GET /code/label/history': 'Les actes sur une étiquette, le dernier d’abord',
  'GET /code/label/rule': 'Si les étiquettes doivent être mises en service avant tout autre acte',
  'PUT /code/label/rule':
    'Fixe si les étiquettes doivent être mises en service d’abord ; sinon le premier acte les met en service',
  'POST /code/packing/pack':
    'Met des codes dans un colis ou un conteneur ; avec `repack`, aussi ceux d’un autre, dont ils sortent',
  'POST /code/packing/unpack':
    'Sort des codes de ce qui les contient ; avec `parentCode` seul, tout ce qui s’y trouve directement',
  'GET /code/packing/contents/:code':
    'Contenu d’un colis ou d’un conteneur, par suites de codes voisins, avec les nombres à tous les niveaux',
  'GET /code/packing/history/:code': 'Où un code a été emballé, de quand à quand, et par qui ; le dernier d’abord',
  'GET /code/qr/:code': 'Un code avec tout ce que l’on en sait',
  'POST /stage/record/:id/forget':
    'Supprime définitivement les données personnelles d’une déclaration ; le reste demeure prouvable',
  'POST /stage/change-request':
    'Demande au bureau d’annuler ou de corriger une déclaration de l’appelant, dans le délai fixé par l’entreprise',
  'PUT /stage/change-request/:id/take-back': 'Reprend une demande de modification de l’appelant tant qu’elle attend',
  'PUT /stage/change-request/:id/decline': 'Refuse une demande de modification, avec une remarque pour son déclarant',
  'GET /stage/change-request/rule':
    'Pendant combien d’heures les déclarants peuvent demander une modification ; 0 : jamais',
  'PUT /stage/change-request/rule':
    'Fixe pendant combien d’heures les déclarants peuvent demander une modification ; les demandes en attente restent',
  'POST /stage/report': 'Déclare une étape pour des codes scannés ; le même reportId renvoyé n’a d’effet qu’une fois',
  'POST /stage/report/rows':
    'Déclare une étape pour plusieurs grumes ayant chacune ses valeurs : un enregistrement par ligne, tous ou aucun ; le même reportId n’a d’effet qu’une fois',
  'GET /stage/authorized': 'Étapes que l’appelant peut déclarer, avec leurs modèles et parcours',
  'GET /stage/code/:code': 'Ce que l’on sait d’un code scanné, ou de tous ceux de lui à last, avant de les déclarer',
  'POST /evidence/document/version':
    'Établit la version suivante d’un certificat ou formulaire ; ce sur quoi des déclarations s’appuient reste tel quel',
  'PUT /evidence/document/:id/consent':
    'Permet aux acheteurs d’ouvrir une version d’un certificat ou formulaire, ou ne le permet plus',
  'GET /material/transfer/sources': 'Le bois qui peut être transféré : ce que les lots ont de chaque essence et forme',
  'GET /material/transfer/targets': 'Les lots qui peuvent recevoir du bois',
  'POST /material/transfer': 'Transfère du bois entre des lots de l’entreprise : toutes les lignes, ou aucune',
  'GET /material/transfer/:id/lines': 'Les lignes d’un transfert, et quand et pourquoi il a été contre-passé',
  'GET /material/flow':
    'Comment le bois a circulé de ses sources à travers la transformation, pour un lot ou tous pendant une période, avec les pertes',
  'GET /material/flow/export': 'Le flux du bois et les sommes de chaque lot en classeur (xlsx)',
  'GET /material/origin':
    'Les parcelles d’où peut venir le bois d’un lot ou d’un code, en remontant par tous les lots et entreprises, avec ce qu’on ne sait pas',
  'GET /material/origin/export':
    'Les parcelles d’où peut venir le bois : en GeoJSON pour le système européen, ou en classeur (xlsx) des parcelles et de ce qu’on ne sait pas',
  'PUT /custody/offer/:id/plots':
    'Montre les parcelles de ses propres enregistrements au destinataire d’une remise en attente ou acceptée et aux détenteurs suivants, ou plus',
  'GET /material/yield':
    'Rendement de la transformation par mois, étape et essence, avec la plage habituelle de l’entreprise',
  'GET /material/yield/export': 'Les rendements par mois, étape et essence en classeur (xlsx)',
  'GET /material/warning':
    'Le bois dont le compte n’y est pas : chaque ligne est une liste filtrée, son nombre d’entrées, depuis quand, et qui peut agir',
  'POST /material/plot/walked':
    'Enregistre une parcelle parcourue avec un téléphone ; le même walkId n’a d’effet qu’une fois',
  'GET /material/plot/choices':
    'Numéros et noms des parcelles que l’appelant peut nommer dans une déclaration, les plus récentes d’abord, 500 au plus',
  'GET /material/plot/:id/history':
    'Les formes antérieures d’une parcelle, la plus récente d’abord, et celles qu’elle chevauche',
  'GET /evidence/document/:id/account':
    'Relevé de compte d’un certificat ou formulaire : ce qu’il couvre, et ce que les déclarations de chaque étape y imputent',
  'GET /evidence/document/:id/versions':
    'Versions antérieures d’un certificat ou formulaire, la plus récente d’abord, et le nombre de déclarations qui s’appuient sur chacune',
  'GET /evidence/document/lookup': 'Un certificat ou formulaire par son code ; seulement s’il a un fichier',
  'POST /stage/circulation':
    'Ajoute un parcours de sa propre entreprise : ses étapes dans l’ordre, obligatoires ou facultatives',
  'PUT /stage/circulation':
    'Modifie un parcours ; les lots déjà déclarés gardent les étapes de leur première déclaration',
  'PUT /stage/circulation/changeStatus':
    'Active ou désactive un parcours ; les lots qui le suivent déjà n’en sont pas touchés',
  'DELETE /stage/circulation/:ids': 'Supprime des parcours qu’aucun lot, catégorie ou relevé ne nomme',
  'GET /stage/circulation/options': 'Parcours à choisir, dans la langue du lecteur',
  'POST /catalog/recall/declare':
    'Rappelle tout un lot, ou des codes avec tout ce qui y est emballé ; tous les lecteurs de ces codes sont prévenus aussitôt',
  'GET /catalog/recall/code/:code': "Par quels rappels un code est ou a été rappelé, le plus récent d'abord",
  'PUT /catalog/batch/:id/circulation':
    'Applique à un lot un parcours tel qu’il est ; refusé si une étape déclarée y perdait sa place',
  'GET /stage/authorization/users': 'Utilisateurs de terrain qui peuvent être habilités',
  'POST /stage/authorization': 'Habilite un utilisateur de terrain pour des étapes',
  'PUT /stage/authorization': 'Modifie une habilitation, ou fixe d’un coup toutes les étapes d’un utilisateur',
  'DELETE /stage/authorization/:ids': 'Retire des habilitations',
  'POST /stage/parameter': 'Ajoute des valeurs qui préremplissent une étape',
  'PUT /stage/parameter': 'Modifie des valeurs qui préremplissent une étape ; l’étape reste la même',
  'POST /stage/template': 'Ajoute un modèle d’étape de sa propre entreprise',
  'PUT /stage/template':
    'Modifie un modèle d’étape ; d’autres attributs d’un modèle déjà utilisé forment sa version suivante, sous un nouvel identifiant',
  'PUT /stage/template/choice':
    'Si et où l’entreprise montre aux siens un modèle de la plateforme ; les autres gardent le leur',
  'DELETE /stage/template/:ids': 'Supprime des modèles d’étape dont aucune déclaration ne s’est servie',
  'POST /trade/listing': 'Publie une offre ou une demande ; elle attend d’être validée',
  'PUT /trade/listing': 'Modifie une annonce qui n’est pas en ligne ; elle attend d’être validée à nouveau',
  'DELETE /trade/listing/:ids': 'Supprime des annonces qui ne sont pas en ligne, avec les propositions non retenues',
  'POST /trade/quote': 'Fait une proposition sur une annonce en ligne d’une autre entreprise',
  'PUT /trade/quote/:id/revise': 'Remplace une offre non acceptée par un autre montant',
  'PUT /trade/quote/:id/phone':
    'Retire l’accord qu’une offre acceptée donnait pour montrer le numéro, ou le donne à nouveau ; le journal reste',
  'GET /trade/quote/:id/history': 'Les montants d’une offre dans le temps, les plus récents d’abord',
  'POST /trade/listing/:id/phone':
    'Donne le numéro d’une annonce à qui son propriétaire l’a permis, et l’inscrit au journal qu’il lit',
  'GET /trade/listing/facets':
    'Répartition d’une recherche d’annonces par essence, forme et lieu, parmi les 1000 plus récentes',
  'POST /news/article': 'Ajoute un article en brouillon, ou le publie aussitôt',
  'GET /news/public/list': 'Articles publiés, du plus récent au plus ancien',
  'GET /news/public/categories': 'Rubriques en usage',
  'GET /news/public/:id': 'Un article publié ; un lecteur compte une fois par jour',
  'GET /site/service': 'Le numéro du service clients',
  'PUT /site/service': 'Change le numéro du service clients',
  'GET /site/public/banners': 'Bannières d’une page d’accueil dans leur ordre, avec le numéro du service clients',
  'GET /stats/overview':
    'Pour qui peut consulter l’un des éléments comptés. Codes, scans, contrôles, produits, tendance des scans et villes les plus actives : de sa propre entreprise, ou de toutes pour la plateforme',
  'GET /trace/:code': 'Ce que chacun voit d’un code : produit, étapes, nombres, état du registre, avertissements',
  'GET /trace/:code/records': 'Déclarations d’une étape d’un code, dans l’ordre, à partir de l’une d’elles',
  'GET /trace/:code/proof':
    'Entrées du registre sur un code, avec les champs que son porteur peut voir et leurs preuves',
  'GET /trace/:code/paper/:sha256':
    'Copie d’un document lié à un code que son entreprise permet aux acheteurs d’ouvrir, par l’empreinte scellée',
  'POST /trace/scan': 'Compte un scan d’un code ; un seul appelant apprend qu’il est le premier',
  'POST /trace/check': 'Compare un code anti-contrefaçon ; après trop d’erreurs, une image est à résoudre',
  'GET /tool/gen/db/list':
    'Tables de la base que le générateur ne connaît pas encore ; celles qui contiennent des secrets ne sont jamais citées',
  'POST /tool/gen/importTable':
    'Importe des tables dans le générateur : leurs colonnes avec une proposition pour chacune, jamais une ligne',
  'PUT /tool/gen': 'Modifie ce qui est fait d’une table',
  'PUT /tool/gen/:id/sync':
    'Reprend ce qui a changé dans la table ; ce qui a été dit des colonnes encore présentes reste',
  'GET /tool/gen/:id/preview': 'Les fichiers qui seraient générés, en texte',
  'GET /tool/gen/:id/code': 'Les fichiers générés dans un zip à décompresser dans le dossier du dépôt',
  'DELETE /tool/gen/:ids': 'Retire des tables du générateur ; celles de la base restent telles quelles',
  'POST /tool/build': 'Ajoute un formulaire, fait dans le concepteur ou lu dans un fichier',
  'PUT /tool/build': 'Modifie un formulaire en entier',
  'DELETE /tool/build/:ids': 'Supprime des formulaires ; les modèles d’étape qui en sont issus restent',
  'GET /tool/build/:id/json': 'Un formulaire dans un fichier JSON qui peut être relu',
  'GET /tool/build/:id/component': 'Un formulaire en composant React qui n’a besoin que de React',
  'GET /tool/swagger/client': 'Un client typé de tous les appels, en zip, sans autre dépendance',
  'GET /openapi.json': 'Ce document : OpenAPI 3.1 de tous les appels',
  'PUT /system/user/changeStatus': 'Active ou désactive un utilisateur ; désactivé, ses sessions prennent fin',
  'GET /system/user/options': 'Utilisateurs à choisir, par type',
  'GET /system/user/importTemplate': 'Modèle d’importation des utilisateurs (xlsx)',
  'POST /system/user/importData':
    'Importation d’utilisateurs : vérifier ou valider, tout ou rien ; les nouveaux reçoivent un mot de passe à usage unique',
  'GET /system/dept/options': 'Services à choisir',
  'PUT /catalog/batch/:id/state': 'Active, clôture ou annule un lot : autre adresse des appels nommés d’après l’action',
  'PUT /trade/listing/audit': 'Valide ou rejette des annonces : autre adresse des appels approve et reject',
  'PUT /trade/listing/shelf': 'Met des annonces en ligne ou les retire : autre adresse des appels putOn et takeOff',
  'GET /stage/progress/export': 'Export des lots en cours avec leur prochaine étape (xlsx)',
  'GET /stage/progress/list': 'Lots ouverts avec leur étape suivante, les retards d’abord',
  'GET /stage/record/mine': 'Déclarations de l’appelant, de la plus récente à la plus ancienne',
  'GET /stage/record/:id': 'Une déclaration avec ses valeurs, ses fichiers et ses codes',
  'POST /login/secondFactor': 'Achève une connexion par le code de l’application ou par un code de secours',
  'GET /system/list-view':
    'Vues enregistrées d’une liste que l’appelant peut lire : celles de l’entreprise, puis les siennes',
  'POST /system/list-view':
    'Enregistre une vue d’une liste : filtres, colonnes et ordre, pour l’appelant ou, avec le droit system:list-view:share, pour l’entreprise',
  'PUT /system/list-view': 'Renomme une vue enregistrée, ou remplace ce qu’elle montre',
  'DELETE /system/list-view/:id': 'Supprime une vue enregistrée ; plus aucune liste ne s’ouvre sur elle',
  'PUT /system/list-view/start': 'Dit sur quelle vue s’ouvre la liste de l’appelant ; sur aucune s’il n’en nomme pas',
  'POST /system/undo/:id':
    'Annule une suppression, une activation ou un changement d’état de son propre compte, pendant une minute',
  'GET /system/user/profile/sessions': 'Où son propre compte est connecté, la plus récente d’abord',
  'DELETE /system/user/profile/sessions/:ids': 'Met fin à des sessions de son propre compte, toutes ou aucune',
  'GET /system/user/profile/secondFactor':
    'La validation en deux étapes est-elle activée pour son compte, et un rôle l’exige-t-il',
  'POST /system/user/profile/secondFactor':
    'Commence à activer la validation en deux étapes : le secret pour l’application (RFC 6238), donné une seule fois',
  'PUT /system/user/profile/secondFactor':
    'Active la validation en deux étapes par un premier code correct ; répond les codes de secours, donnés une seule fois',
  'POST /system/user/profile/secondFactor/recoveryCodes': 'De nouveaux codes de secours à la place des anciens',
  'POST /system/user/profile/secondFactor/remove':
    'Retire sa propre validation en deux étapes, sauf si un rôle l’exige',
  'PUT /system/user/resetSecondFactor':
    'Retire la validation en deux étapes perdue d’un utilisateur ; ses sessions prennent fin et il en est averti',
  'PUT /system/role/secondFactor':
    'Dit si un rôle, fourni ou non, exige de ses titulaires la validation en deux étapes',
  'POST /system/message/markRead': 'Marque comme lus les messages du système ; tous s’il n’y a pas d’identifiants',
  'POST /system/user/invitation': 'Crée une invitation à s’inscrire dans sa propre entreprise, valable sept jours',
  'DELETE /system/user/invitation': 'Retire toutes les invitations données par sa propre entreprise',
  'GET /register/invitation/:token': 'De quelle entreprise vient une invitation',
  'PUT /system/user/take':
    'Accepte une personne inscrite : lui donne un service et des rôles, et la laisse se connecter',
  'GET /search':
    'Ce qu’est un texte : un code, quoi qui l’entoure, et les enregistrements de chaque liste que le lecteur peut voir, les plus proches d’abord ; moins de deux lettres n’en trouvent aucun',
  'GET /stats/activity':
    'Scans, vérifications et codes créés des 7, 30 ou 90 derniers jours et d’autant de jours avant, par jour, et les villes où l’on scanne le plus',
  'GET /stats/trend':
    'Scans et vérifications par heure, jour ou mois dans la portée des données du lecteur, avec la période précédente ; pour un produit ou un lot',
  'GET /stats/product':
    "Scans et vérifications de chaque produit, lot ou entreprise pendant une période et la précédente, les plus scannés d'abord",
  'GET /stats/place':
    'Pays, provinces ou villes classés par scans, vérifications ou échecs, avec la période précédente',
  'GET /stats/stage':
    "Déclarations de chaque étape pendant une période et la précédente, et jours entre les étapes d'un lot",
  'GET /stats/trend/export': 'La tendance en classeur (xlsx)',
  'GET /stats/product/export': 'Le classement des produits, lots ou entreprises en classeur (xlsx)',
  'GET /stats/place/export': 'Le classement des lieux en classeur (xlsx)',
  'GET /stats/stage/export': 'Les étapes en classeur (xlsx)',
  'POST /stats/recount':
    "Fait recompter en arrière-plan, à partir des journaux, les jours d'une période ; par la plateforme, pour toutes les entreprises",
  'GET /certification/authorization/reviewers':
    'Combien d’autres personnes de l’entreprise peuvent examiner les codes que l’appelant soumet',
  'GET /stats/waiting':
    'Ce qui attend l’appelant : chaque ligne est une liste filtrée, avec le nombre de ses lignes et l’attente de la plus ancienne',
  'GET /stats/firstSteps': 'Quelles étapes vers le premier scan l’entreprise a franchies',
  'PUT /stage/record/:id/correct':
    'Corrige un enregistrement avec un motif : sa version suivante, que le registre mentionne à nouveau',
  'PUT /stage/record/:id/void':
    'Annule un enregistrement avec un motif : une version qui le dit, que le registre mentionne',
  'GET /stage/authorization/matrix': 'Utilisateurs de terrain à portée, avec les étapes que chacun peut déclarer',
  'PUT /stage/authorization/matrix': 'Fixe d’un coup toutes les étapes de plusieurs utilisateurs, toutes ou aucune',
  'GET /wechat/account': 'Le compte de cette entreprise à la messagerie ; les secrets ne sont jamais rendus',
  'PUT /wechat/account': 'Configure le compte à la messagerie ; un secret omis reste tel quel',
  'DELETE /wechat/account': 'Oublie le compte à la messagerie avec ses secrets',
  'POST /wechat/account/check': 'Demande à la messagerie si elle accepte les identifiants enregistrés',
  'GET /code/platform-request/account': 'Dit si un compte à la messagerie est prêt pour les demandes de codes',
  'PUT /code/platform-request/:id/resume': 'Reprend une demande arrêtée par un refus de la messagerie',
  'GET /code/platform-request/:id/activations': 'Plages de codes activées et leur produit',
  'POST /code/platform-request/:id/activate':
    'Active une plage de codes, bornes comprises, pour un produit ; ce qui manque vient de la demande',
  'PUT /code/platform-request/:id/activate/:activation/resume': 'Reprend une activation arrêtée',
  'GET /code/platform-request/:id/code':
    'Un code par sa position ou son texte : ce qu’en dit la messagerie, et où mène un scan',
  'GET /code/platform-request/:id/download':
    'Tous les codes de la messagerie : position, code, adresse imprimée ; une plage peut être donnée',
  'POST /wechat/mini/:entrance/login':
    'Connecte un visiteur du mini-programme par le code de sa connexion ; rend un jeton de deux heures qui ne nomme personne',
  'POST /wechat/mini/:entrance/scan': 'Résout le ticket d’un scan en code et en page de traçabilité',
  'GET /wechat/identity':
    'La connexion par la messagerie est-elle possible, et quelle identité ce navigateur vient-il d’apporter',
  'POST /wechat/identity/signIn':
    'Connecte par l’identité que ce navigateur vient d’apporter de la messagerie ; `bind` si aucun compte ne l’a',
  'DELETE /wechat/identity': 'Oublie l’identité que ce navigateur vient d’apporter, sans l’utiliser',
  'GET /system/user/profile/identities': 'Identités de messagerie qui connectent son propre compte',
  'POST /system/user/profile/identities':
    'Associe à son propre compte l’identité que ce navigateur vient d’apporter de la messagerie',
  'DELETE /system/user/profile/identities/:ids':
    'Dissocie de son propre compte des identités de messagerie, toutes ou aucune',
  'GET /wechat/signature': 'Ce dont une page de ce site a besoin pour utiliser le lecteur de la messagerie',
  'GET /trace/scan-log/map': 'Lieux des scans que trouvent les filtres : les 100000 plus récents, par lieu',
  'GET /trace/check-log/map': 'Lieux des vérifications que trouvent les filtres : les 100000 plus récentes, par lieu',
  'GET /channel/territory/map':
    "Divisions où les distributeurs vendent aujourd'hui, avec leur place sur une carte ; d'un distributeur ou de tous à portée",
  'GET /custody/offer/:id/code/:code':
    'Si un code en main fait partie des marchandises proposées, et combien de codes il contient',
  'GET /custody/offer/:id/dispute':
    'Ce que les deux parties ont écrit dans les litiges sur des marchandises remises, et ce que sa propre partie peut écrire',
  'POST /custody/offer/:id/dispute':
    'Écrit une ligne dans un litige sur des marchandises remises : l’ouvre, répond, propose une solution, accepte celle de l’autre partie, ou le retire',
  'GET /custody/offer/:id/goods':
    'Contenu d’une remise : le produit, et les codes imprimés sur les marchandises ; une fois acceptée, avec les photos et la signature du bon de réception',
  'GET /custody/offer/:id/paper':
    'Le bon de livraison d’une remise en attente ou acceptée, ou le bon de réception d’une remise acceptée, à imprimer et à signer',
  'POST /custody/offer':
    'Propose des marchandises à une autre entreprise, trouvée par son identifiant : codes, plages ou numéros de demandes ; ce qui y est emballé les accompagne',
  'GET /custody/whereabouts':
    'Où sont maintenant les marchandises d’un lot ou d’une remise acceptée : leurs détenteurs, et les entreprises par lesquelles elles sont passées, avec ce que la page publique dit de leurs étapes',
  'PUT /custody/offer/:id/accept':
    'Prend des marchandises en charge, en tout ou sans certains codes : la garde passe à l’entreprise, avec un lot à elle pour ses déclarations',
  'POST /custody/invitation':
    'Invite une autre entreprise, trouvée par son identifiant, à déclarer certaines étapes de marchandises que l’entreprise garde',
  'GET /custody/invitation/:id/goods':
    'Contenu d’une invitation : le produit, les codes imprimés sur les marchandises, et ce que dit le détenteur',
  'GET /custody/supplier-invitation/suppliers': 'Comptes de fournisseurs que l’on peut inviter à des étapes',
  'POST /custody/supplier-invitation':
    'Invite un compte de fournisseur de l’entreprise à déclarer certaines étapes de marchandises jusqu’à un jour donné',
  'GET /custody/supplier-invitation/:id/goods':
    'Contenu d’une invitation de fournisseur : le produit, les codes imprimés sur les marchandises et la remarque',
  'GET /custody/supplier-invitation/mine':
    'Étapes et marchandises auxquelles le fournisseur qui appelle est invité, les plus récentes d’abord ; une invitation échue reste quelques jours',
  'PUT /custody/invitation/:id/accept':
    'Accepte une invitation à des étapes : l’entreprise reçoit un lot pour ses déclarations, le détenteur garde les marchandises',
}
