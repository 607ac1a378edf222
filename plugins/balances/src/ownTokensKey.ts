import { parseNetworkId, storageKey } from '@latchkey/kernel/plugin'
import type { OwnToken } from './OwnTokensService.js'

/** More than a person adds and hides. */
export const mostStored = 2_000
const mostDecimals = 77

/** Other scripts of the page can write here: what is no token is left out, and so is what a token has no use for. */
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
  const { networkId, holder, address, symbol, name, decimals, isHidden } = (value ?? {}) as OwnToken
  const isSound =
    typeof networkId === 'string' &&
    parseNetworkId(networkId) !== undefined &&
    [holder, address].every((one) => isText(one, 128)) &&
    isText(symbol, 64) &&
    (name === undefined || isText(name, 64)) &&
    Number.isInteger(decimals) &&
    decimals > 0 &&
    decimals <= mostDecimals &&
    (isHidden === undefined || isHidden === true)
  if (!isSound) return []
  const hidden = isHidden ? { isHidden } : {}
  return [
    { networkId, holder, address, symbol, decimals, ...(name === undefined ? {} : { name }), ...hidden },
  ]
}
