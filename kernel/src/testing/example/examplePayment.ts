/** A payment on the example's chain. */
export interface ExamplePayment {
  readonly from: string
  readonly to: string
  readonly amount: bigint
}

/** Writes a payment as the example's wallet signs it: a text that names all of it. */
export const signedPayment = ({ from, to, amount }: ExamplePayment): string =>
  `${from} signed ${amount} to ${to}`

/** Reads what a wallet signed. `undefined` for anything else. */
export function readSignedPayment(signed: string): ExamplePayment | undefined {
  const [, from, amount, to] = /^(\S+) signed (\d+) to (\S+)$/.exec(signed) ?? []
  return from && amount && to ? { from, to, amount: BigInt(amount) } : undefined
}
