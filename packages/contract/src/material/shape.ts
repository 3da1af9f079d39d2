/** The check of plots' shapes, for the server and for pages: a path of its own, so that no other page loads it. */
export * from '@timbermark/material/plot'
