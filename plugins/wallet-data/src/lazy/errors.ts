import { BaseError } from '@latchkey/kernel/plugin'

/** The address cannot belong to the network, so nobody is asked about it. */
export function addressInvalid(label: string, address: string): BaseError {
  return new BaseError(`This is not an address of ${label}.`, {
    code: 'ADDRESS_INVALID',
    parameters: { network: label },
    metaMessages: [`Received: "${String(address).slice(0, 80)}"`],
  })
}

/** The coin could be read, but not the tokens. */
export function tokensUnavailable(cause: unknown): BaseError {
  return new BaseError('The tokens of this account could not be read. Its coin could.', {
    code: 'TOKENS_UNAVAILABLE',
    cause,
  })
}

/** Tokens that were asked for and not answered. */
export function tokensUnreadable(symbols: readonly string[]): BaseError {
  const tokens = symbols.slice(0, 5).join(', ')
  const count = symbols.length - 5
  const more = count > 0 ? ` and ${count} more` : ''
  return new BaseError(`The balance of ${tokens}${more} could not be read.`, {
    code: 'TOKENS_UNREADABLE',
    // How many there are beside those that are named.
    parameters: { tokens, more: Math.max(count, 0) },
  })
}

/** The coin could not be read, but the tokens could. */
export function coinUnavailable(symbol: string, cause: unknown): BaseError {
  return new BaseError(`The balance of ${symbol} could not be read.`, {
    code: 'COIN_UNAVAILABLE',
    parameters: { token: symbol },
    cause,
  })
}

export function collectiblesUnavailable(networkId: string, cause?: unknown): BaseError {
  return new BaseError('Couldn’t load NFTs.', {
    code: 'COLLECTIBLES_UNAVAILABLE',
    cause,
    metaMessages: [`Network: ${networkId}`],
  })
}
