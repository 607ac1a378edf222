import { BaseError } from '@latchkey/kernel/plugin'

/** A decimal text, exact, without trailing zeros. */
export function formatAmount(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const fraction = digits.slice(point).replace(/0+$/, '')
  return fraction ? `${digits.slice(0, point)}.${fraction}` : digits.slice(0, point)
}

/** Amounts in the smallest unit. */
export function insufficientFunds(symbol: string, held: bigint, needed: bigint): BaseError {
  return new BaseError(`There is not enough ${symbol} to pay for the amount and the network fee.`, {
    code: 'INSUFFICIENT_FUNDS',
    parameters: { token: symbol },
    metaMessages: [`Needed: ${needed} in the smallest unit.`, `Available: ${held}.`],
  })
}

/** An account must be empty or hold the minimum. */
export function remainderTooSmall(remainder: bigint, minimum: bigint): BaseError {
  return new BaseError(
    `Your account must keep at least ${formatAmount(minimum, 9)} SOL. Send less, or everything.`,
    {
      code: 'REMAINDER_BELOW_RENT_MINIMUM',
      parameters: { amount: { value: minimum, decimals: 9, symbol: 'SOL' } },
      metaMessages: [`It would keep ${remainder} lamports.`, `Minimum: ${minimum} lamports.`],
    },
  )
}
