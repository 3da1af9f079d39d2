/** The logo: a tick on the rings of a trunk. */
export function Logo() {
  return (
    <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path d="M27.2 10.2A12.6 12.6 0 1 1 21.6 4.7" strokeWidth="2.2" />
      <path d="M23.3 13.1a8 8 0 1 1-4.5-4.6" strokeWidth="1.7" opacity="0.75" />
      <path d="m11.8 15.6 3.7 3.9L28 6.4" strokeWidth="2.6" />
    </svg>
  )
}
