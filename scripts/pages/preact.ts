import type { ResolveOptions } from 'vite'

/** The components run on the small implementation of React's interface (docs/decisions/pages-and-browsers.md). */
export const onPreact = {
  // Another package of the workspace brings an older one: two of them would not know of each other's components.
  dedupe: ['preact'],
  alias: [
    { find: /^react-dom(\/client)?$/, replacement: 'preact/compat$1' },
    { find: /^react\/jsx-runtime$/, replacement: 'preact/jsx-runtime' },
    { find: /^react$/, replacement: 'preact/compat' },
  ],
} satisfies ResolveOptions & { alias: object[] }
