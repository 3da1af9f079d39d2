/**
 * The only script of the reading pages, inline: it writes days in the reader's time zone. The server writes them in UTC, and
 * the moment with its zone as the title.
 */
export const localDates =
  "for(const t of document.querySelectorAll('time'))t.textContent=new Intl.DateTimeFormat(document.documentElement.dataset.locale,{year:'numeric',month:'short',day:'numeric'}).format(new Date(t.dateTime))"
