/** GeoJSON of countries and provinces as text; made by `outlines.ts` beside the build's configuration. */
declare module 'virtual:outlines' {
  const text: string
  export default text
}
