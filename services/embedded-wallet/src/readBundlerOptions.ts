import { ServiceSetupError } from '@latchkey/service-kit'

/** Addresses of bundlers (ERC-4337) by CAIP-2 id, in the order they are asked in. */
export type Bundlers = Readonly<Record<string, readonly string[]>>

/** What the frame's page may ask by its policy: without TLS on this machine only. */
function isUrl(value: unknown): boolean {
  if (typeof value !== 'string' || !URL.canParse(value)) return false
  const { protocol, hostname } = new URL(value)
  return protocol === 'https:' || (protocol === 'http:' && ['localhost', '127.0.0.1'].includes(hostname))
}

/** @throws ServiceSetupError INVALID_OPTION */
export function readBundlerOptions(given: unknown): Bundlers {
  const isRecord = typeof given === 'object' && given !== null && !Array.isArray(given)
  const isGood =
    isRecord &&
    Object.entries(given).every(
      ([id, urls]) =>
        /^eip155:[1-9][0-9]{0,15}$/.test(id) && Array.isArray(urls) && urls.length > 0 && urls.every(isUrl),
    )
  if (isGood) return given as Bundlers
  const message =
    'bundlers is no list of addresses by network. Write {"eip155:8453": ["https://bundler.example.com"]}; http is taken for localhost and 127.0.0.1 only.'
  throw new ServiceSetupError('INVALID_OPTION', message)
}
