/** What a help sheet says besides the help on its screen. */
export const helpSheet = {
  'help.steps': 'How to do it',
  'help.words': 'Words explained',
  'help.next': 'What comes next',
  'help.none': 'This page was added by your administrator. There is no help for it here.',
  'help.handbook.of': 'For {name} of {enterprise}, {date}',
  'help.handbook.about':
    'It holds every page that your roles let you open, in the order of the menu, and explains the words. Print it, or save it as a PDF in the print dialog.',
  'help.handbook.contents': 'Contents',
  'help.handbook.comma': ', ',
  'help.lists': 'In a list, “Saved views” keeps filters, columns and order as a tab above it.',
  'help.keys': 'The key ? opens the help of any page, Esc closes it, Ctrl+K searches.',
} as const
