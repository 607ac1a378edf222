import { BaseError } from '@latchkey/kernel/plugin'

export function networkUnpayable(network: string): BaseError {
  return new BaseError(`This account can’t be paid on ${network}. Choose another network.`, {
    code: 'RECEIVE_NETWORK',
    parameters: { network },
  })
}

export function amountUnknown(amount: string, symbol: string, decimals: number): BaseError {
  return new BaseError(`There is no such amount of ${symbol}. Enter one with at most ${decimals} decimals.`, {
    code: 'RECEIVE_AMOUNT',
    parameters: { token: symbol, decimals },
    metaMessages: [`Received: ${amount}`],
  })
}
