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
  'help.handbook.picture': 'The page “{screen}”',
  'help.handbook.phone': 'On the phone',
  'help.handbook.phone.about':
    'Field users report the stages on their phone, at {address}. Once the page has been opened with a network, it also works without one.',
  'help.handbook.phone.1': 'Sign in with the account that the office has made, and put the page on the home screen.',
  'help.handbook.phone.2': 'Scan a code: the page proposes the stage that comes next. Or choose the stage first.',
  'help.handbook.phone.3':
    'Fill in what the form asks for. Of logs, each scan leads to the first diameter; Enter leads on, and after the length to the next scan.',
  'help.handbook.phone.4':
    'Send. Without a network the report waits on the phone and is sent by itself later; leave the page’s data in place until then.',
  'help.handbook.phone.5':
    'The operation log shows what was sent and what was refused, with the reason: correct it and send it again. What is wrong in a sent report is asked of the office there.',
  'help.handbook.comma': ', ',
  'help.lists': 'In a list, “Saved views” keeps filters, columns and order as a tab above it.',
  'help.keys': 'The key ? opens the help of any page, Esc closes it, Ctrl+K searches.',
} as const
