import { type Address, isAddressEqual, numberToHex } from 'viem'
import type { SessionRequest } from '../SmartSessionsService.js'
import type { Allowance, Terms } from '../sdk/terms.js'

/** A request as ERC-7715 writes it. */
export const toPermissionRequest = (request: SessionRequest, chainId: number, from: string) => ({
  chainId: numberToHex(chainId),
  from,
  to: request.holder,
  permission: {
    type: typeOf(request.allowance),
    isAdjustmentAllowed: false,
    data: dataOf(request.allowance, request.from),
  },
  rules: [
    { type: 'expiry', data: { timestamp: request.until } },
    ...(request.callLimit === undefined
      ? []
      : [{ type: 'call-limit', data: { count: Number(request.callLimit) } }]),
  ],
})

const types = {
  native: 'native-token-allowance',
  nativePeriodic: 'native-token-periodic',
  token: 'erc20-token-allowance',
  tokenPeriodic: 'erc20-token-periodic',
  calls: 'contract-call',
} as const satisfies Record<Allowance['kind'], string>

const typeOf = ({ kind }: Allowance) => types[kind]

function dataOf(allowance: Allowance, from: number | undefined): object {
  if (allowance.kind === 'calls') {
    const { target, methods, value } = allowance
    return { address: target, calls: methods, valueLimit: numberToHex(value) }
  }
  const token = 'token' in allowance ? { tokenAddress: allowance.token } : {}
  const amount = numberToHex(allowance.amount)
  if (!('period' in allowance)) {
    return { ...token, allowanceAmount: amount, ...(from === undefined ? {} : { startTime: from }) }
  }
  const start = allowance.start === 0 ? from : allowance.start
  return {
    ...token,
    periodAmount: amount,
    periodDuration: allowance.period,
    ...(start === undefined ? {} : { startTime: start }),
  }
}

/** Whether a wallet gave no more than it was asked for. A permission that begins at once begins when the wallet says. */
export function isAsAsked(request: SessionRequest, given: Terms, holder: Address): boolean {
  const asked = { ...request, holder, callLimit: request.callLimit ?? null }
  const same =
    given.until === asked.until &&
    isAddressEqual(given.holder, holder) &&
    (given.callLimit ?? null) === asked.callLimit &&
    (request.from === undefined || given.from === request.from || given.from === 0)
  return same && textOf(given.allowance) === textOf(withStart(request.allowance, given.allowance))
}

function withStart(asked: Allowance, given: Allowance): Allowance {
  return 'start' in asked && 'start' in given ? { ...asked, start: given.start } : asked
}

function textOf(allowance: Allowance): string {
  const entries = Object.entries(allowance).sort(([left], [right]) => left.localeCompare(right))
  return entries.map(([name, value]) => `${name}=${String(value).toLowerCase()}`).join(' ')
}
