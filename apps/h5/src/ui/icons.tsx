/** Line icons, 24 by 24, drawn here so that the page needs no icon font. They are decoration: there is always a text too. */
const paths = {
  back: 'M15 5l-7 7 7 7',
  scan: 'M4 8V5a1 1 0 0 1 1-1h3M16 4h3a1 1 0 0 1 1 1v3M20 16v3a1 1 0 0 1-1 1h-3M8 20H5a1 1 0 0 1-1-1v-3M4 12h16',
  log: 'M6 3h9l4 4v14H6zM14 3v5h5M9 12h7M9 16h7',
  globe: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M3.5 9h17M3.5 15h17M12 3c-5 5-5 13 0 18M12 3c5 5 5 13 0 18',
  shield: 'M12 3l7 3v5c0 5-3 8-7 10-4-2-7-5-7-10V6zM9 12l2.2 2.2L15.5 10',
  leave: 'M14 4h5v16h-5M4 12h10M10 8l4 4-4 4',
  install: 'M12 3v11M8 10l4 4 4-4M5 19h14',
  tree: 'M12 3l5 6h-3l4 5h-4l3 4H7l3-4H6l4-5H7zM12 18v3',
  pin: 'M12 21c-5-6-7-9-7-12a7 7 0 0 1 14 0c0 3-2 6-7 12zM12 6.5a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5',
  camera: 'M4 8h4l1.5-2.5h5L16 8h4v11H4zM12 10a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7',
  tag: 'M4 4h8l8 8-8 8-8-8zM8 8v.1',
  box: 'M4 8l8-4 8 4v9l-8 4-8-4zM4 8l8 4 8-4M12 12v9',
  file: 'M6 3h9l4 4v14H6zM14 3v5h5',
  close: 'M6 6l12 12M18 6L6 18',
  down: 'M6 9l6 6 6-6',
  next: 'M9 5l7 7-7 7',
  good: 'M5 12.5l4.5 4.5L19 7',
  bad: 'M12 4l9 16H3zM12 10v4M12 17.2v.1',
  wait: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16M12 8v4.5l3 2',
  send: 'M4 12l16-8-6 16-2.5-6z',
  edit: 'M4 20l1-4L16 5l3 3L8 19zM13.5 7.5l3 3',
  torch: 'M8 3h8v4l-2 3v11h-4V10L8 7zM8 7h8M12 13v2',
  network: 'M3 9c5-5 13-5 18 0M6 12.5c3.5-3.5 8.5-3.5 12 0M9 16c1.8-1.8 4.2-1.8 6 0M12 19.5v.1',
  networkOff:
    'M3 9c2-2 4.500-3.200 7-3.600M14 5.500c2.600.500 5 1.700 7 3.500M6 12.500c1-1 2-1.600 3-2M9 16c1.800-1.800 4.200-1.800 6 0M12 19.500v.100M4 4l16 16',
} as const

export type IconName = keyof typeof paths

export function Icon({ name, size = 24 }: { name: IconName; size?: number }) {
  return (
    <svg className="icon" width={size} height={size} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={paths[name]} />
    </svg>
  )
}
