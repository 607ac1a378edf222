/** A decimal string as a whole number and how many of its digits stand after the point. */
export interface Decimal {
  readonly units: bigint
  readonly scale: number
}

/** `undefined` when the text is not a plain decimal number. */
export function readDecimal(text: string): Decimal | undefined {
  const match = /^(\d*)(?:\.(\d*))?$/.exec(text)
  const [, whole = '', fraction = ''] = match ?? []
  if (!match || whole + fraction === '') return undefined
  return { units: BigInt(whole + fraction), scale: fraction.length }
}
