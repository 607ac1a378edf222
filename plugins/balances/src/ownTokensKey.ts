import { parseNetworkId, type TokenReference } from '@latchkey/kernel/contracts'
import { storageKey } from '@latchkey/kernel/plugin'
import type { OwnToken } from './OwnTokensService.js'

/** More than anyone adds and hides. */
export const mostStored = 2_000
const mostDecimals = 77
/** Characters of a symbol and of a name. */
const textLength = 64

/** Other scripts of the page can write here: what isn't a token is left out, and so are unknown members. */
export const ownTokensKey = storageKey<readonly OwnToken[]>('ownTokens', {
  '~standard': {
    version: 1,
    validate: (value) =>
      Array.isArray(value)
        ? { value: value.slice(-mostStored).flatMap(readOwnToken) }
        : { issues: [{ message: 'Not a list of tokens' }] },
  },
})

const isText = (value: unknown, most: number) =>
  typeof value === 'string' && value !== '' && value.length <= most

function readOwnToken(value: unknown): readonly OwnToken[] {
  const { networkId, holder, address, isHidden, ...rest } = (value ?? {}) as OwnToken
  // A hidden one is looked for by its address: whatever the token calls itself, it stays hidden.
  const { symbol, name, decimals } = isHidden === true ? fitFacts(rest) : rest
  const isSound =
    typeof networkId === 'string' &&
    parseNetworkId(networkId) !== undefined &&
    [holder, address].every((one) => isText(one, 128)) &&
    (isHidden === true || isText(symbol, textLength)) &&
    (name === undefined || isText(name, textLength)) &&
    Number.isInteger(decimals) &&
    decimals >= 0 &&
    decimals <= mostDecimals &&
    (isHidden === undefined || isHidden === true)
  if (!isSound) return []
  const hidden = isHidden ? { isHidden } : {}
  return [
    { networkId, holder, address, symbol, decimals, ...(name === undefined ? {} : { name }), ...hidden },
  ]
}

/** A token's own description, cut to a length that can be stored. */
export function fitFacts({ symbol, name, decimals }: Omit<TokenReference, 'address'>) {
  const text = (value: unknown) => (typeof value === 'string' ? value.slice(0, textLength) : '')
  const isCount = Number.isInteger(decimals) && decimals >= 0 && decimals <= mostDecimals
  return { symbol: text(symbol), name: text(name) || undefined, decimals: isCount ? decimals : 0 }
}
