/** The product's logo: the end grain of a log, its rings interrupted by a check mark. It takes the colour of the text. */
export function Logo({ size = 28 }: { size?: number }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d="M27.2 10.2A12.6 12.6 0 1 1 21.6 4.7" strokeWidth="2.2" />
      <path d="M23.3 13.1a8 8 0 1 1-4.5-4.6" strokeWidth="1.7" opacity="0.75" />
      <path d="m11.8 15.6 3.7 3.9L28 6.4" strokeWidth="2.6" strokeLinejoin="round" />
    </svg>
  )
}
