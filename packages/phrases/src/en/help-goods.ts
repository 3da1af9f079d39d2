/** Help on the screens of products, codes, stages, certification and documents: what each is for, and three steps. */
export const helpGoods = {
  'help.home.for':
    'What waits for you today comes first, the figures of your enterprise below. You see only what your roles allow.',
  'help.home.1': 'Open a line of “What waits for you”: its list opens with exactly those rows.',
  'help.home.2': 'New here? Take the first steps from top to bottom; each is ticked by itself once it is done.',
  'help.home.3': 'Look for a code, a batch or a person with Ctrl+K, or scan a label into that field.',
  'help.catalog.category.for':
    'Categories group what you sell, such as logs, sawn timber or flooring. A category can also fix the circulation that its batches follow.',
  'help.catalog.category.1': 'Add a category with a name that buyers understand: they see it on the trace page.',
  'help.catalog.category.2':
    'Choose the circulation of its batches if all goods of this kind go through the same stages.',
  'help.catalog.category.3': 'Disable a category that is no longer needed; delete it only while no product uses it.',
  'help.catalog.product.for':
    'A product says once what your goods are: species, names, pictures and the text that buyers read. Batches and codes take it over.',
  'help.catalog.product.1':
    'Add a product: code, name, category. Choosing the species fills in its Chinese, foreign and Latin names.',
  'help.catalog.product.2': 'Add pictures and a public description in each language; the trace page shows them.',
  'help.catalog.product.3': 'Continue with “Create a batch” in the row of the product.',
  'help.catalog.batch.for':
    'A batch is goods of one product that travel together. Codes are requested for it, and stages are reported about it.',
  'help.catalog.batch.1':
    'Create a batch of a product, with its volume and planned date, and choose a circulation if it has its own.',
  'help.catalog.batch.2': 'Activate it: only then can codes be requested for it and stages reported.',
  'help.catalog.batch.3':
    'Use “Request codes” in its row, and “Linked stages” to see what is reported and what comes next.',
  'help.catalog.recall.for':
    'When goods must come back, recall their batch or their codes here. From that moment everybody who scans them reads it first.',
  'help.catalog.recall.1':
    'Choose “Recall goods”, then a batch, single codes, a range or all codes of a request. What is packed in them is recalled too.',
  'help.catalog.recall.2':
    'Write what is wrong, what to do and a contact in words that a buyer understands: it is public.',
  'help.catalog.recall.3':
    'Lift the recall when it is settled. The page then says when and why; the recall itself stays sealed.',
  'help.code.request.for':
    'A code request is an order for trace codes of one batch. Once the codes are made you print them as labels or download them for a printing house.',
  'help.code.request.1':
    'Add a request for an active batch: at least 10,000 codes, in steps of 10,000, and the length of the security code.',
  'help.code.request.2':
    'Submit it. It can no longer be edited then; the codes are made in the background and you may leave the page.',
  'help.code.request.3':
    'Print labels, or download the file. The file holds plain security codes: pass it on only to your printer.',
  'help.code.platform-request.for':
    'Codes that the messaging platform issues and that open your mini-program when scanned. They can stand for codes of your own.',
  'help.code.platform-request.1':
    'Set up the account of the messaging platform first; until then requests can only be prepared.',
  'help.code.platform-request.2':
    'Add a request with product data and mini-program, then apply. The codes are fetched by themselves once the platform has made them.',
  'help.code.platform-request.3':
    'Download the codes, and activate a range when its labels are on the goods. A code can be activated only once.',
  'help.code.qr.for':
    'Look at the codes of one request, or find a single code and its whole life: packing, reports, scans, checks, certification.',
  'help.code.qr.1': 'Choose a code request, or type or scan a code into “Find a code”.',
  'help.code.qr.2': 'Open a code to see what is known of it; its trace page is what buyers see.',
  'help.code.qr.3':
    'Select codes to report a stage, pack, certify, put in use, assign to a dealer or recall them together.',
  'help.code.by-state.for':
    'All codes of all requests by what is known of them: in use or not, certified, packed, recalled, with a dealer, scanned or never scanned.',
  'help.code.by-state.1': 'Filter by what you look for, for example codes in use that were never scanned.',
  'help.code.by-state.2': 'Narrow it to a batch, product or request when the list is long.',
  'help.code.by-state.3': 'Export the result, or open a code to see its whole life.',
  'help.code.packing.for':
    'Shows what is packed into which package or container, and what was taken out. A parent code leads to everything inside.',
  'help.code.packing.1':
    'Choose “Pack codes”: first the package or container, then what goes into it, one by one or as a range.',
  'help.code.packing.2':
    'Codes that are in another package are refused unless you say that they are repacked, and why.',
  'help.code.packing.3':
    'Look into a package or container to see its contents at any depth. Every act is entered in the ledger.',
  'help.custody.offer.for':
    'Here goods change hands: you hand codes with everything packed in them to another enterprise, or take over what is offered to you.',
  'help.custody.offer.1':
    'Choose “Hand goods over”, enter the identification of the receiver and the codes, with volume, delivery note and place.',
  'help.custody.offer.2':
    'The receiver accepts, without what did not arrive, or declines with a reason; until then the goods stay with the giver. On the phone it also takes photos and signs on the glass, which both sides see under “Contents”. The delivery note and, once accepted, the receipt are PDFs to print and sign.',
  'help.custody.offer.3':
    'From then on the receiver reports about the goods by the labels that are on them, in a batch of its own. Earlier records stay, and the trace page shows all. If something turns out wrong, open a dispute and settle it in words.',
  'help.custody.invitation.for':
    'Here partners such as customs agents, ports, shipping lines and inspectors are invited to report single stages about goods that they do not take over.',
  'help.custody.invitation.1':
    'Choose “Invite a partner”, enter the identification of the partner and the codes, the stages and the last day.',
  'help.custody.invitation.2':
    'The partner accepts, or declines with a reason. You can withdraw the invitation before, and revoke it with a reason after.',
  'help.custody.invitation.3':
    'The partner reports in a batch of its own, by the labels that are on the goods, which stay with the holder; wood that it saws moves in your account of wood. The trace page shows that it reported by invitation.',
  'help.custody.supplier-invitation.for':
    'Here suppliers with an account of this enterprise are invited to report single stages about single goods.',
  'help.custody.supplier-invitation.1':
    'Choose “Invite a supplier”, choose the account, the codes, the stages and the last day. What is packed in a code counts too.',
  'help.custody.supplier-invitation.2':
    'The supplier finds goods and stages on the phone and reports them, also without a network. Other codes and stages are refused.',
  'help.custody.supplier-invitation.3':
    'Revoke an invitation with a reason: it binds the next report. After the last day only what happened before is accepted.',
  'help.custody.whereabouts.for':
    'Here you see where goods are now that your enterprise held: who has them, how many codes, and where they were last reported.',
  'help.custody.whereabouts.1': 'Choose a batch, or open this from a batch or from an accepted handover.',
  'help.custody.whereabouts.2':
    'The list names the present holders with their codes, the day of arrival, and the last stage with its time and place, which the map shows too.',
  'help.custody.whereabouts.3':
    'Below it the companies follow in order, each with the stages that it reported. Of other enterprises you read what everybody reads on the trace page of the goods, nothing else.',
  'help.material.species.for': 'Which timbers there are under which names, and which of them CITES lists.',
  'help.material.species.1':
    'Search by any name: the code, the Latin name, a trade name of any language or of a producing country.',
  'help.material.species.2':
    'Filter by “Listed by CITES” to see which of them cross a border only with a permit. The list names the populations and the goods that are covered.',
  'help.material.species.3':
    'A report that names another species than its goods is refused, with both names. The operator adds missing species to the dictionary; for these the reporter is asked instead.',
  'help.material.transfer.for':
    'Wood that moves between your batches: several are merged at the mill, one is split. Each batch keeps its account.',
  'help.material.transfer.1':
    'Choose the wood and its batch, the volume, and the batch that it goes to; add a line for each further batch.',
  'help.material.transfer.2':
    'No more can be transferred than the account has, and it keeps its species and form. All lines count, or none.',
  'help.material.transfer.3':
    'Was it a mistake? Reverse it, with a reason: possible as long as the wood was not used where it went.',
  'help.material.flow.for':
    'Where wood came from, what was made of it, what was lost on the way and where the rest is: of one batch, or of all batches in a period.',
  'help.material.flow.1': 'Choose a batch, or a period for all batches. The width of a band is its volume.',
  'help.material.flow.2': 'Look at what came in without a source, and at what was lost in processing.',
  'help.material.flow.3': 'Export the workbook: it has the bands, and the sums of every batch, species and form.',
  'help.material.origin.for':
    'Which plots the wood of a batch or of a code may come from, back through transfers and handovers to the fellings, and what is not known.',
  'help.material.origin.1': 'Choose a batch, or type or scan any code that you hold.',
  'help.material.origin.2':
    'Read the companies from the newest back. Gaps say where a plot is not known or not shared.',
  'help.material.origin.3':
    'Download the plots as GeoJSON for a statement, and the workbook, which also lists the gaps.',
  'help.material.yield.for':
    'How much came out of what went into processing, month by month, for each stage and species, with the band that is usual.',
  'help.material.yield.1':
    'Choose the stage and the species; the dashed lines are the band, the solid one is the yield.',
  'help.material.yield.2':
    'Look at months with an orange mark: reports outside of the band were confirmed with a reason. Open these records.',
  'help.material.yield.3':
    'The band is learned from your own accepted records, at least twenty of them; before, it is what sawmills usually reach. Withdrawn records do not count.',
  'help.material.warning.for':
    'Wood that does not add up, in one place: wood without a source, plots that overlap, unusual yields and questioned species, with the people who may act.',
  'help.material.warning.1': 'Open a line to see its rows, the oldest of which is named.',
  'help.material.warning.2':
    'Ask one of the named people, or act yourself: report the source, correct the report, mend the plot.',
  'help.material.warning.3':
    'A line disappears when its rows are settled. Yields and species remain as long as the record is the current one.',
  'help.material.balance.for':
    'How much wood each batch has by its reports and handovers, for each species and form, and whether everything that was used has a reported source.',
  'help.material.balance.1':
    'Reports of felling, purchase and processing, and handovers with a volume, change the balance by themselves. What is bought after it was felled counts as the same wood: other wood needs a batch of its own.',
  'help.material.balance.2': 'Open “Entries” to see which report or handover brought or took how much.',
  'help.material.balance.3':
    'Look for orange figures: wood was used whose source nobody has reported. Report the felling or purchase, and the figure goes back to zero.',
  'help.code.label.for':
    'A label is delivered, put in use, and sometimes spoiled or lost. This list says so by range, so that a stray label can be recognized.',
  'help.code.label.1':
    'Put labels in use when they are on the goods. Without a rule, the first report does it by itself.',
  'help.code.label.2':
    'Report spoiled, lost or stolen labels: from then on everybody who scans them is warned in red, and no report can name them.',
  'help.code.label.3': 'Take a mistake back; the ledger goes on showing both acts.',
  'help.code.label-layout.for':
    'A layout fits labels to your paper or roll: size, columns, margins, what is printed beside the symbol.',
  'help.code.label-layout.1': 'Add a layout, choose the paper and set columns, rows and margins; the preview follows.',
  'help.code.label-layout.2':
    'Choose what is printed: product, batch, origin, date, and whether the security code is on it.',
  'help.code.label-layout.3':
    'Print one sheet and try to scan it before a large run. The layout is offered whenever labels are printed.',
  'help.stage.progress.for':
    'Every draft or active batch with the stage that comes next, who is responsible for it and by when it is expected.',
  'help.stage.progress.1': 'Filter for late batches first.',
  'help.stage.progress.2': 'Open a batch to see which stages are reported, open or missing.',
  'help.stage.progress.3': 'Remind the responsible person, or report the stage yourself if you may.',
  'help.stage.circulation.for':
    'A circulation is the ordered list of stages that batches go through, with what is required and how many days each may take.',
  'help.stage.circulation.1': 'Copy a delivered circulation or add your own, and put the stages in order.',
  'help.stage.circulation.2':
    'Mark the stages that are required: later ones are refused while a required one is missing.',
  'help.stage.circulation.3': 'Set expected days and who is responsible; batch progress then shows what is late.',
  'help.stage.template.for':
    'The forms that reporters fill in, one or more for each of the 18 stages. The stage’s own fields stay; you add what your enterprise needs.',
  'help.stage.template.1': 'Copy a delivered template, or add one of your own, and look at it as the phone shows it.',
  'help.stage.template.2':
    'Add attributes with a clear label in each language, and mark personal data: it is never public.',
  'help.stage.template.3': 'Saving a template that was used makes a new version; records already made keep theirs.',
  'help.stage.parameter.for':
    'Values that are usually the same, such as the yard, the carrier or the exporter’s address, saved once and filled in with one tap.',
  'help.stage.parameter.1': 'Choose the stage; its fields follow.',
  'help.stage.parameter.2':
    'Fill in only what is usually the same and give the template a name that reporters recognize.',
  'help.stage.parameter.3': 'The reporter picks it in the form and can still change every value.',
  'help.stage.record.for':
    'Every stage that was reported, by phone or at the desk, with its codes, papers, versions and its place in the ledger.',
  'help.stage.record.1': 'Report a stage here, or a whole list from a workbook.',
  'help.stage.record.2': 'Open a record to see its values, the papers it relied on and what was flagged as unlikely.',
  'help.stage.record.3':
    'Correct or void a wrong record with a reason: nothing is overwritten, both versions stay provable.',
  'help.stage.change-request.for':
    'Reporters ask on the phone for a record of theirs to be withdrawn or corrected. The office decides here.',
  'help.stage.change-request.1': 'Open the record and compare it with what the reporter says.',
  'help.stage.change-request.2':
    'Agree, then void or correct the record as asked, or decline with a remark that the reporter will read.',
  'help.stage.change-request.3': 'Set for how many hours after a report a change may be asked for.',
  'help.stage.authorization.for':
    'Says which field user may report which stages on the phone. Without it, a field user can report nothing.',
  'help.stage.authorization.1': 'Add the person as a user of type H5 first.',
  'help.stage.authorization.2':
    'Authorize that user for the stages of their work, or tick a whole crew at once in “Users and stages”.',
  'help.stage.authorization.3': 'Withdraw a stage when the work ends; what was reported stays.',
  'help.certification.authorization.for':
    'Codes that are handed in so that somebody says they are what they claim to be. The result appears on the trace page.',
  'help.certification.authorization.1': 'Choose “Hand in for certification” and say which codes.',
  'help.certification.authorization.2':
    'Choose who reviews: a third party, or your own enterprise; then it must be another person than you.',
  'help.certification.authorization.3': 'Follow the state here. After a refusal put right what was wrong and resubmit.',
  'help.certification.review.for':
    'Codes that other enterprises authorized you to review, with product, batch and origin.',
  'help.certification.review.1': 'Start with those that have waited longest.',
  'help.certification.review.2':
    'Read the product and batch, ask the enterprise for papers if needed, and attach your own certificates.',
  'help.certification.review.3':
    'Decide “passed” or “not passed”, with the date of review and a reason. The enterprise and the trace page show it.',
  'help.evidence.document.for':
    'Permits, certificates and forms with their files: reports name their numbers, so that a record shows what it relied on.',
  'help.evidence.document.1':
    'Add a document with number, holder, validity and its file, and how much wood of which species it covers: reports draw on it, and reports of other species are refused.',
  'help.evidence.document.2':
    'When it is renewed, add a new version: records made before keep the version they relied on.',
  'help.evidence.document.3':
    'Decide on its page whether buyers may open the file. Without that they see its name only.',
  'help.material.plot.for':
    'Plots are the land that wood comes from. The law of the European Union asks for their position, and buyers read it.',
  'help.material.plot.1': 'Import a GeoJSON, KML or CSV file, or add a plot and paste its shape.',
  'help.material.plot.2':
    'Read the preview: it says what was repaired and what is wrong. Axes are never swapped for you.',
  'help.material.plot.3': 'Look at the overlaps of a plot. A changed shape makes a new version; the earlier ones stay.',
} as const
