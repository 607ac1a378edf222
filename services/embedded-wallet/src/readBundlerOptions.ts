import { ServiceSetupError } from '@latchkey/service-kit'

/** Addresses of bundlers (ERC-4337) by CAIP-2 id, in the order they are asked in. */
export type Bundlers = Readonly<Record<string, readonly string[]>>

const isUrl = (value: unknown) =>
  typeof value === 'string' && URL.canParse(value) && /^https?:$/.test(new URL(value).protocol)

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
    'bundlers is no list of addresses by network. Write {"eip155:8453": ["https://bundler.example.com"]}.'
  throw new ServiceSetupError('INVALID_OPTION', message)
}
