/** An address that may be a link: `https:` or `http:`, nothing that runs. `undefined` for everything else. */
export function safeHttpUrl(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined
  const { protocol, href } = new URL(url)
  return protocol === 'https:' || protocol === 'http:' ? href : undefined
}
