import type { helpGoods as english } from '../en/help-goods.ts'

export const helpGoods = {
  'help.home.for':
    'D’abord ce qui vous attend aujourd’hui, puis les chiffres de votre entreprise. Vous ne voyez que ce que vos rôles permettent.',
  'help.home.1': 'Ouvrez une ligne de « À traiter » : sa liste s’affiche avec ces lignes seulement.',
  'help.home.2': 'Vous débutez ? Suivez les premiers pas de haut en bas ; chacun se coche dès qu’il est fait.',
  'help.home.3': 'Cherchez un code, un lot ou une personne avec Ctrl+K, ou scannez une étiquette dans ce champ.',
  'help.catalog.category.for':
    'Les catégories regroupent ce que vous vendez : grumes, sciages, parquets. Une catégorie peut aussi fixer le parcours que suivent ses lots.',
  'help.catalog.category.1': 'Ajoutez une catégorie au nom clair : les acheteurs le lisent sur la page de traçabilité.',
  'help.catalog.category.2':
    'Choisissez le parcours de ses lots si ces marchandises passent toutes par les mêmes étapes.',
  'help.catalog.category.3':
    'Désactivez une catégorie devenue inutile ; on ne la supprime que si aucun produit ne l’utilise.',
  'help.catalog.product.for':
    'Un produit dit une fois ce que sont vos marchandises : essence, noms, images et texte pour les acheteurs. Lots et codes le reprennent.',
  'help.catalog.product.1':
    'Ajoutez un produit : code, nom, catégorie. Le choix de l’essence remplit ses noms chinois, commercial et latins.',
  'help.catalog.product.2':
    'Ajoutez des images et une description publique par langue ; la page de traçabilité les montre.',
  'help.catalog.product.3': 'Continuez par « Créer un lot » dans la ligne du produit.',
  'help.catalog.batch.for':
    'Un lot, ce sont des marchandises d’un même produit qui voyagent ensemble. On demande des codes pour lui et on déclare ses étapes.',
  'help.catalog.batch.1':
    'Créez un lot d’un produit, avec son volume et sa date prévue, et choisissez son parcours s’il en a un propre.',
  'help.catalog.batch.2': 'Activez-le : c’est seulement alors qu’on peut demander des codes et déclarer des étapes.',
  'help.catalog.batch.3':
    'Dans sa ligne, « Demander des codes » ; « Étapes liées » montre ce qui est déclaré et ce qui vient ensuite.',
  'help.catalog.recall.for':
    'Si des marchandises doivent revenir, rappelez ici leur lot ou leurs codes. Dès lors, tous ceux qui les scannent le lisent en premier.',
  'help.catalog.recall.1':
    'Choisissez « Rappeler des marchandises », puis un lot, des codes, une plage ou toute une demande. Leur contenu emballé est rappelé aussi.',
  'help.catalog.recall.2':
    'Écrivez ce qui ne va pas, ce qu’il faut faire et un contact, avec des mots d’acheteur : c’est public.',
  'help.catalog.recall.3':
    'Levez le rappel une fois l’affaire réglée. La page dit alors quand et pourquoi ; le rappel reste scellé.',
  'help.code.request.for':
    'Une demande de codes commande des codes de traçabilité pour un lot. Une fois créés, on les imprime en étiquettes ou on les télécharge pour l’imprimeur.',
  'help.code.request.1':
    'Ajoutez une demande pour un lot actif : au moins 10 000 codes, par multiples de 10 000, et la longueur du code anti-contrefaçon.',
  'help.code.request.2':
    'Soumettez-la. Elle n’est plus modifiable ; les codes se créent en arrière-plan, vous pouvez quitter la page.',
  'help.code.request.3':
    'Imprimez les étiquettes ou téléchargez le fichier. Il contient les codes anti-contrefaçon en clair : ne le remettez qu’à votre imprimeur.',
  'help.code.platform-request.for':
    'Des codes émis par la messagerie, qui ouvrent votre mini-programme au scan. Ils peuvent représenter vos propres codes.',
  'help.code.platform-request.1':
    'Configurez d’abord le compte de messagerie ; jusque-là, les demandes ne peuvent qu’être préparées.',
  'help.code.platform-request.2':
    'Ajoutez une demande avec les données du produit et le mini-programme, puis envoyez-la. Les codes arrivent d’eux-mêmes quand la messagerie les a créés.',
  'help.code.platform-request.3':
    'Téléchargez les codes, et activez une plage quand ses étiquettes sont sur la marchandise. Un code ne s’active qu’une fois.',
  'help.code.qr.for':
    'Consultez les codes d’une demande, ou trouvez un code et toute sa vie : emballage, déclarations, scans, vérifications, certification.',
  'help.code.qr.1': 'Choisissez une demande de codes, ou saisissez ou scannez un code dans « Chercher un code ».',
  'help.code.qr.2':
    'Ouvrez un code pour voir ce qu’on en sait ; sa page de traçabilité est ce que voient les acheteurs.',
  'help.code.qr.3':
    'Sélectionnez des codes pour déclarer une étape, emballer, certifier, mettre en service, attribuer à un revendeur ou rappeler ensemble.',
  'help.code.by-state.for':
    'Tous les codes de toutes les demandes selon ce qu’on en sait : en service ou non, certifiés, emballés, rappelés, chez un revendeur, jamais scannés.',
  'help.code.by-state.1': 'Filtrez selon ce que vous cherchez, par exemple les codes en service jamais scannés.',
  'help.code.by-state.2': 'Réduisez à un lot, un produit ou une demande si la liste est longue.',
  'help.code.by-state.3': 'Exportez le résultat, ou ouvrez un code pour voir toute sa vie.',
  'help.code.packing.for':
    'Montre ce qui est emballé dans quel colis ou conteneur, et ce qui en est sorti. Un code parent mène à tout son contenu.',
  'help.code.packing.1':
    'Choisissez « Emballer des codes » : d’abord le colis ou le conteneur, puis son contenu, un à un ou par plage.',
  'help.code.packing.2':
    'Les codes déjà dans un autre colis sont refusés, sauf si vous indiquez un réemballage et sa raison.',
  'help.code.packing.3':
    'Regardez dans un colis ou un conteneur : tout son contenu s’affiche, à chaque niveau. Chaque acte est inscrit au registre.',
  'help.custody.offer.for':
    'Ici les marchandises changent de mains : vous remettez des codes, avec ce qui y est emballé, à une autre entreprise, ou vous prenez en charge ce qui vous est proposé.',
  'help.custody.offer.1':
    'Choisissez « Remettre des marchandises », saisissez l’identifiant du destinataire et les codes, avec volume, bon de livraison et lieu.',
  'help.custody.offer.2':
    'Le destinataire accepte, sans ce qui n’est pas arrivé, ou décline avec un motif ; d’ici là, les marchandises restent chez l’expéditeur. Sur le téléphone, il prend aussi des photos et signe sur l’écran ; les deux parties les voient sous « Contenu ». Le bon de livraison, puis le bon de réception, sont des PDF à imprimer et à signer.',
  'help.custody.offer.3':
    'Ensuite le destinataire déclare les étapes avec les étiquettes déjà posées, dans un lot à lui. Les enregistrements antérieurs restent, et la page de traçabilité montre tout. Si un défaut apparaît, ouvrez un litige et réglez-le par écrit.',
  'help.custody.invitation.for':
    'Ici vous invitez des partenaires (déclarants en douane, ports, compagnies maritimes, inspecteurs) à déclarer certaines étapes de marchandises qu’ils ne prennent pas en charge.',
  'help.custody.invitation.1':
    'Choisissez « Inviter un partenaire », saisissez l’identifiant du partenaire et les codes, les étapes et le dernier jour.',
  'help.custody.invitation.2':
    'Le partenaire accepte, ou décline avec un motif. Vous pouvez retirer l’invitation avant, et la révoquer avec un motif après.',
  'help.custody.invitation.3':
    'Le partenaire déclare dans un lot à lui, avec les étiquettes déjà posées ; les marchandises restent chez le détenteur, et le bois qu’il scie passe dans votre compte de bois. La page de traçabilité montre qu’il déclare sur invitation.',
  'help.custody.supplier-invitation.for':
    'Ici vous invitez des fournisseurs qui ont un compte dans l’entreprise à déclarer certaines étapes de certaines marchandises.',
  'help.custody.supplier-invitation.1':
    'Choisissez « Inviter un fournisseur », puis le compte, les codes, les étapes et le dernier jour. Ce qui est emballé dans un code est compris.',
  'help.custody.supplier-invitation.2':
    'Le fournisseur trouve marchandises et étapes sur son téléphone et les déclare, même sans réseau ; les autres codes et étapes sont refusés.',
  'help.custody.supplier-invitation.3':
    'Révoquez une invitation avec un motif : cela lie la déclaration suivante. Après le dernier jour, seul ce qui a eu lieu avant est accepté.',
  'help.custody.whereabouts.for':
    'Vous voyez ici où sont maintenant des marchandises que votre entreprise a détenues : qui les a, combien de codes, et où elles ont été déclarées en dernier.',
  'help.custody.whereabouts.1': 'Choisissez un lot, ou ouvrez cette page depuis un lot ou une remise acceptée.',
  'help.custody.whereabouts.2':
    'La liste nomme les détenteurs actuels avec leurs codes, le jour d’arrivée et la dernière étape avec sa date et son lieu, que la carte montre aussi.',
  'help.custody.whereabouts.3':
    'Dessous, les entreprises se suivent dans l’ordre, chacune avec les étapes qu’elle a déclarées. Des autres entreprises, vous lisez ce que chacun lit sur la page de traçabilité, rien d’autre.',
  'help.material.species.for': 'Quels bois existent sous quels noms, et lesquels la CITES inscrit.',
  'help.material.species.1':
    'Cherchez par n’importe quel nom : le code, le nom latin, un nom commercial de toute langue ou d’un pays producteur.',
  'help.material.species.2':
    'Filtrez par « Inscrite à la CITES » pour voir lesquels ne passent une frontière qu’avec un permis. La liste indique les populations et les produits visés.',
  'help.material.species.3':
    'Une déclaration qui nomme une autre essence que celle de ses marchandises est refusée, avec les deux noms. L’opérateur ajoute au dictionnaire les essences manquantes ; pour elles, une question est posée.',
  'help.material.transfer.for':
    'Du bois qui passe d’un de vos lots à un autre : plusieurs sont réunis à la scierie, un lot est divisé. Chaque lot garde son compte.',
  'help.material.transfer.1':
    'Choisissez le bois et son lot, le volume et le lot où il va ; ajoutez une ligne pour chaque autre lot.',
  'help.material.transfer.2':
    'On ne transfère pas plus que le solde ; l’essence et la forme restent. Toutes les lignes comptent, ou aucune.',
  'help.material.transfer.3':
    'Une erreur ? Contre-passez le transfert, avec un motif : c’est possible tant que le bois n’a pas été utilisé là où il est allé.',
  'help.material.flow.for':
    'D’où vient le bois, ce qui en a été fait, ce qui s’est perdu en route et où est le reste : d’un lot, ou de tous les lots d’une période.',
  'help.material.flow.1':
    'Choisissez un lot, ou une période pour tous les lots. La largeur d’une bande est son volume.',
  'help.material.flow.2': 'Regardez ce qui est entré sans origine, et ce qui s’est perdu à la transformation.',
  'help.material.flow.3':
    'Exportez le classeur : il contient les bandes, et les sommes de chaque lot, essence et forme.',
  'help.material.origin.for':
    'De quelles parcelles le bois d’un lot ou d’un code peut venir, en remontant les transferts et les remises jusqu’aux abattages, et ce qu’on ne sait pas.',
  'help.material.origin.1': 'Choisissez un lot, ou saisissez ou lisez un code que vous détenez.',
  'help.material.origin.2':
    'Lisez les entreprises en remontant. Les lacunes disent où une parcelle n’est pas connue ou pas partagée.',
  'help.material.origin.3':
    'Téléchargez les parcelles en GeoJSON pour une déclaration, et le classeur, qui liste aussi les lacunes.',
  'help.material.yield.for':
    'Ce qui est sorti de ce qui est entré à la transformation, mois par mois, par étape et par essence, avec la plage habituelle.',
  'help.material.yield.1':
    'Choisissez l’étape et l’essence ; les lignes tiretées sont la plage, la ligne pleine est le rendement.',
  'help.material.yield.2':
    'Regardez les mois marqués en orange : des déclarations hors de la plage ont été confirmées avec une raison. Ouvrez-les.',
  'help.material.yield.3':
    'La plage s’apprend de vos propres déclarations acceptées, au moins vingt ; avant, c’est ce que les scieries atteignent d’habitude. Les déclarations retirées ne comptent pas.',
  'help.material.warning.for':
    'Le bois dont le compte n’y est pas, en un seul endroit : sans origine, parcelles qui empiètent, rendements inhabituels et essences mises en question, avec les personnes qui peuvent agir.',
  'help.material.warning.1': 'Ouvrez une ligne pour voir ses entrées, dont la plus ancienne est nommée.',
  'help.material.warning.2':
    'Demandez à l’une des personnes nommées, ou agissez : déclarez l’origine, corrigez la déclaration ou la parcelle.',
  'help.material.warning.3':
    'Une ligne disparaît quand ses entrées sont réglées. Rendements et essences restent tant que la version est la version actuelle.',
  'help.material.balance.for':
    'Combien de bois a chaque lot selon ses déclarations et remises, par essence et par forme, et si tout ce qui a été utilisé a une origine déclarée.',
  'help.material.balance.1':
    'Les déclarations d’abattage, d’achat et de transformation, et les remises avec un volume, changent le solde d’elles-mêmes. Ce qui est acheté après avoir été abattu compte comme le même bois : un autre bois demande un lot à lui.',
  'help.material.balance.2': 'Ouvrez « Écritures » pour voir quelle déclaration ou remise a apporté ou pris combien.',
  'help.material.balance.3':
    'Cherchez les chiffres orange : du bois a été utilisé sans que personne en ait déclaré l’origine. Déclarez l’abattage ou l’achat, et le chiffre revient à zéro.',
  'help.code.label.for':
    'Une étiquette est livrée, mise en service, parfois gâchée ou perdue. Cette liste le dit par plage : une étiquette égarée se reconnaît.',
  'help.code.label.1':
    'Mettez les étiquettes en service quand elles sont sur la marchandise. Sans règle, la première déclaration le fait d’elle-même.',
  'help.code.label.2':
    'Déclarez les étiquettes gâchées, perdues ou volées : qui les scanne est averti en rouge, et aucune déclaration ne peut les nommer.',
  'help.code.label.3': 'Revenez sur une erreur ; le registre continue de montrer les deux actes.',
  'help.code.label-layout.for':
    'Une mise en page adapte les étiquettes à votre papier ou rouleau : taille, colonnes, marges, textes à côté du symbole.',
  'help.code.label-layout.1':
    'Ajoutez une mise en page, choisissez le papier, réglez colonnes, lignes et marges ; l’aperçu suit.',
  'help.code.label-layout.2':
    'Choisissez ce qui s’imprime : produit, lot, origine, date, et si le code anti-contrefaçon y figure.',
  'help.code.label-layout.3':
    'Imprimez une feuille et scannez-la avant un grand tirage. La mise en page est proposée à chaque impression.',
  'help.stage.progress.for':
    'Chaque lot en brouillon ou actif, avec sa prochaine étape, son responsable et sa date attendue.',
  'help.stage.progress.1': 'Filtrez d’abord les lots en retard.',
  'help.stage.progress.2': 'Ouvrez un lot pour voir les étapes déclarées, ouvertes ou manquantes.',
  'help.stage.progress.3': 'Relancez le responsable, ou déclarez l’étape vous-même si vous en avez le droit.',
  'help.stage.circulation.for':
    'Un parcours est la liste ordonnée des étapes d’un lot, avec celles qui sont obligatoires et les jours prévus pour chacune.',
  'help.stage.circulation.1': 'Copiez un parcours fourni ou créez le vôtre, et mettez les étapes en ordre.',
  'help.stage.circulation.2': 'Marquez les étapes obligatoires : tant que l’une manque, les suivantes sont refusées.',
  'help.stage.circulation.3':
    'Fixez les jours prévus et le responsable ; l’avancement des lots montre alors les retards.',
  'help.stage.template.for':
    'Les formulaires que remplissent les déclarants, un ou plusieurs pour chacune des 18 étapes. Les champs de l’étape restent ; vous ajoutez les vôtres.',
  'help.stage.template.1':
    'Copiez un modèle fourni ou ajoutez le vôtre, et regardez-le tel que le téléphone le montre.',
  'help.stage.template.2':
    'Ajoutez des attributs au libellé clair dans chaque langue, et marquez les données personnelles : elles ne sont jamais publiques.',
  'help.stage.template.3':
    'Enregistrer un modèle déjà utilisé crée une version ; les enregistrements faits gardent la leur.',
  'help.stage.parameter.for':
    'Des valeurs habituelles, comme le parc, le transporteur ou l’adresse de l’exportateur, enregistrées une fois et remplies d’un geste.',
  'help.stage.parameter.1': 'Choisissez l’étape ; ses champs suivent.',
  'help.stage.parameter.2': 'Ne remplissez que ce qui est habituel, et donnez un nom que les déclarants reconnaissent.',
  'help.stage.parameter.3': 'Le déclarant le choisit dans le formulaire et peut encore changer chaque valeur.',
  'help.stage.record.for':
    'Toutes les étapes déclarées, au téléphone ou au bureau, avec leurs codes, documents, versions et leur place au registre.',
  'help.stage.record.1': 'Déclarez une étape ici, ou une liste entière depuis un classeur.',
  'help.stage.record.2':
    'Ouvrez un enregistrement pour voir ses valeurs, ses documents et ce qui a paru invraisemblable.',
  'help.stage.record.3':
    'Corrigez ou annulez un enregistrement faux avec une raison : rien n’est écrasé, les deux versions restent prouvables.',
  'help.stage.change-request.for':
    'Les déclarants demandent au téléphone le retrait ou la correction d’un enregistrement. Le bureau décide ici.',
  'help.stage.change-request.1': 'Ouvrez l’enregistrement et comparez-le à ce que dit le déclarant.',
  'help.stage.change-request.2':
    'Acceptez, puis annulez ou corrigez comme demandé, ou refusez avec une remarque que le déclarant lira.',
  'help.stage.change-request.3':
    'Fixez pendant combien d’heures après une déclaration on peut demander une modification.',
  'help.stage.authorization.for':
    'Dit quel utilisateur de terrain peut déclarer quelles étapes au téléphone. Sans cela, il ne peut rien déclarer.',
  'help.stage.authorization.1': 'Ajoutez d’abord la personne comme utilisateur de type H5.',
  'help.stage.authorization.2':
    'Habilitez-la pour les étapes de son travail, ou cochez toute une équipe dans « Utilisateurs et étapes ».',
  'help.stage.authorization.3': 'Retirez une étape quand le travail finit ; ce qui est déclaré reste.',
  'help.certification.authorization.for':
    'Les codes soumis pour que quelqu’un confirme ce qu’ils affirment. Le résultat paraît sur la page de traçabilité.',
  'help.certification.authorization.1': 'Choisissez « Soumettre à certification » et indiquez les codes.',
  'help.certification.authorization.2':
    'Choisissez qui examine : un tiers, ou votre entreprise ; il faut alors une autre personne que vous.',
  'help.certification.authorization.3': 'Suivez l’état ici. Après un refus, corrigez et soumettez de nouveau.',
  'help.certification.review.for':
    'Les codes que d’autres entreprises vous ont chargé d’examiner, avec produit, lot et origine.',
  'help.certification.review.1': 'Commencez par ceux qui attendent depuis le plus longtemps.',
  'help.certification.review.2':
    'Lisez produit et lot, demandez au besoin les pièces à l’entreprise, et joignez vos propres certificats.',
  'help.certification.review.3':
    'Décidez « conforme » ou non, avec la date d’examen et une raison. L’entreprise et la page de traçabilité l’affichent.',
  'help.evidence.document.for':
    'Permis, certificats et formulaires avec leurs fichiers : les déclarations citent leurs numéros, et l’enregistrement montre sur quoi il s’appuie.',
  'help.evidence.document.1':
    'Ajoutez un document avec numéro, titulaire, validité, fichier, le bois et les essences qu’il couvre : les déclarations s’y imputent, celles d’autres essences sont refusées.',
  'help.evidence.document.2':
    'Au renouvellement, ajoutez une version : les enregistrements antérieurs gardent celle sur laquelle ils s’appuient.',
  'help.evidence.document.3':
    'Décidez sur sa page si les acheteurs peuvent ouvrir le fichier. Sinon, ils n’en voient que le nom.',
  'help.material.plot.for':
    'Les parcelles sont le terrain d’où vient le bois. La loi de l’Union européenne en demande la position, et les acheteurs la lisent.',
  'help.material.plot.1': 'Importez un fichier GeoJSON, KML ou CSV, ou ajoutez une parcelle et collez sa forme.',
  'help.material.plot.2':
    'Lisez l’aperçu : il dit ce qui a été réparé et ce qui est faux. Les axes ne sont jamais échangés à votre place.',
  'help.material.plot.3':
    'Regardez les chevauchements d’une parcelle. Une forme modifiée fait une nouvelle version ; les anciennes restent.',
} as const satisfies Record<keyof typeof english, string>
