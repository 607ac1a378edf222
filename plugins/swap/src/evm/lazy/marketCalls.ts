import type { Address, Hex } from 'viem'
import type { ContractCall } from './callAtOnce.js'
import { writePoolPath } from './poolPath.js'
import { type Route, secondVersion } from './routes.js'
import { readWords, wordDigits, writeAddress, writeBytes, writeWord } from './words.js'

// The few calls of a quote, word by word: a first quote would spend most of its own time in general encoders otherwise.

/** Of `getAmountsOut(uint256 amountIn, address[] path)`, the routers of the second version. */
const amountsOut = '0xd06ca61f'
/** Of `quoteExactInput(bytes path, uint256 amountIn)`, the quoters of the third version and of mixed routes. */
const exactInput = '0xcdca1753'
/** Of `quoteExactInput((address currency, Hop[] path, uint128 amount))`, the quoter of the fourth version. */
const fourthInput = '0xca253dc9'
/** Of `allowance(address owner, address spender)`, ERC-20. */
const allowance = '0xdd62ed3e'
/** Of `allowance(address owner, address token, address spender)`, Permit2. */
const passed = '0x927da105'
/** Of `getCurrentBlockTimestamp()`, Multicall3. */
const timestamp = '0x0f28c97d'

const afterTwoWords = writeWord(64)

/** The call of a route without its amount: written once, and asked for two. */
export interface QuoteForm {
  readonly to: Address
  readonly beforeAmount: string
  readonly afterAmount: string
}

export function quoteForm(route: Route): QuoteForm {
  if (route.kind === 'v2') {
    const { venue, path } = route
    const afterAmount = `${afterTwoWords}${writeWord(path.length)}${path.map(writeAddress).join('')}`
    return { to: venue.router, beforeAmount: amountsOut, afterAmount }
  }
  if (route.kind === 'v4') return fourthForm(route)
  const { venue, path, fees } = route
  const isMixed = fees.includes(secondVersion) && venue.mixed !== undefined
  for (const token of path) writeAddress(token)
  return {
    to: isMixed ? (venue.mixed?.quoter as Address) : venue.quoter,
    beforeAmount: `${exactInput}${afterTwoWords}`,
    afterAmount: writeBytes(writePoolPath(path, fees).slice(2).toLowerCase()),
  }
}

/** A hop is the token that it leads to, the pool's fee and spacing, no hook, and no data for it. */
function fourthForm({ venue, path, pools }: Extract<Route, { kind: 'v4' }>): QuoteForm {
  const [first, ...rest] = path as readonly [Address, ...Address[]]
  const hops = pools.map(({ fee, spacing }, index) => {
    const key = [writeAddress(rest[index] as Address), writeWord(fee), writeWord(spacing), writeWord(0)]
    return [...key, writeWord(5 * 32), writeWord(0)].join('')
  })
  const places = hops.map((hop, index) => writeWord(32 * hops.length + (index * hop.length) / 2))
  return {
    to: venue.quoter,
    beforeAmount: `${fourthInput}${writeWord(32)}${writeAddress(first)}${writeWord(3 * 32)}`,
    afterAmount: [writeWord(hops.length), ...places, ...hops].join(''),
  }
}

/** What a route gives for an amount. @throws RangeError for an amount that has no place in 256 bits */
export const quoteCall = ({ to, beforeAmount, afterAmount }: QuoteForm, amount: bigint): ContractCall => ({
  to,
  data: `${beforeAmount}${writeWord(amount)}${afterAmount}` as Hex,
})

/** What the owner lets the spender take of the token. */
export const allowanceCall = (token: Address, owner: Address, spender: Address): ContractCall => ({
  to: token,
  data: `${allowance}${writeAddress(owner)}${writeAddress(spender)}`,
})

/** What Permit2 lets the spender take of the owner's token. */
export const passedCall = (
  permit2: Address,
  { token, owner, spender }: { readonly token: Address; readonly owner: Address; readonly spender: Address },
): ContractCall => ({
  to: permit2,
  data: `${passed}${writeAddress(owner)}${writeAddress(token)}${writeAddress(spender)}`,
})

/** The time of the newest block, in seconds since the epoch, from Multicall3. */
export const clockCall = (multicall: Address): ContractCall => ({ to: multicall, data: timestamp })

// Any contract may answer what it likes; what has another form is no answer.

/** The first word: a quoter's amount, an allowance, the time. */
export const readNumber = (answer: Hex | undefined): bigint | undefined => readWords(answer)?.word(0)

/** The last amount of a router of the second version. */
export function readLastAmount(answer: Hex | undefined): bigint | undefined {
  const words = readWords(answer)
  const list = words?.distance(0)
  const length = list === undefined ? undefined : words?.word(list)
  if (!words || list === undefined || !length || length > 0xffn) return undefined
  return words.word(list + Number(length) * wordDigits)
}

/** What Permit2 passes on, and until when in seconds since the epoch. */
export function readPassed(
  answer: Hex | undefined,
): { readonly amount: bigint; readonly expiration: bigint } | undefined {
  const words = readWords(answer)
  const [amount, expiration, nonce] = [0, 1, 2].map((index) => words?.word(index * wordDigits))
  if (amount === undefined || expiration === undefined || nonce === undefined) return undefined
  return amount < 2n ** 160n && expiration < 2n ** 48n ? { amount, expiration } : undefined
}
