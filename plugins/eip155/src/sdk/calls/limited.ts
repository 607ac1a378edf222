/** The largest numbers that tokens keep allowances in; half of the largest is not an amount either. */
const unlimited: ReadonlySet<bigint> = new Set([2n ** 96n - 1n, 2n ** 128n - 1n, 2n ** 160n - 1n])

/** How much an allowance is: nobody holds as much as the largest numbers say. */
export const limited = (amount: bigint): bigint | 'unlimited' =>
  amount >= 2n ** 255n || unlimited.has(amount) ? 'unlimited' : amount
