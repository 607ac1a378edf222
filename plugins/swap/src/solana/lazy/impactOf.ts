const most = 10_000n

/**
 * A price impact in basis points, rounded up, from a share as text: `0.0123` is 123n. What is better than the market's
 * price counts as none. Pure.
 */
export function impactOf(share: string): bigint {
  const [, sign, whole = '0', part = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:e(-?\d+))?$/i.exec(share) ?? []
  if (sign === '-') return 0n
  const digits = BigInt(whole + part)
  const scale = BigInt(part.length) - BigInt(power) - 4n
  if (digits === 0n) return 0n
  if (scale <= 0n) return scale < -4n ? most : clamp(digits * 10n ** -scale)
  const unit = 10n ** scale
  return clamp((digits + unit - 1n) / unit)
}

const clamp = (value: bigint) => (value > most ? most : value)
