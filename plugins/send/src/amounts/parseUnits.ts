/**
 * The smallest units of a decimal string, exactly. `undefined` when it is not a plain decimal number or has more
 * digits after the point than the token.
 *
 * @param text digits with at most one point: `1.5`, `.5`, `1.`
 */
export function parseUnits(text: string, decimals: number): bigint | undefined {
  const match = /^(\d*)(?:\.(\d*))?$/.exec(text)
  const [, whole = '', fraction = ''] = match ?? []
  if (!match || whole + fraction === '') return undefined
  const kept = fraction.replace(/0+$/, '')
  if (kept.length > decimals) return undefined
  return BigInt(whole + kept.padEnd(decimals, '0') || '0')
}
