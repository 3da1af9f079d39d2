declare module 'virtual:texts/*' {
  const texts: Record<string, string>
  export default texts
}

declare module 'virtual:company-texts-*' {
  const texts: Record<string, string>
  export default texts
}
