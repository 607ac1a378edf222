import { inDevelopment, KernelConfigError, type NetworkId } from '@latchkey/kernel/plugin'
import {
  parseNetworkId,
  type TokenReference,
  priceCurrencies,
  type PriceCurrency,
} from '@latchkey/kernel/contracts'

export interface BalancesOptions {
  /** Currency of worths and of the total. Default `usd`. */
  readonly currency?: PriceCurrency | undefined
  /**
   * The token that account buttons show instead of the native coin, per network (CAIP-2). It is read from the chain.
   * A namespace that cannot read tokens keeps its native coin.
   */
  readonly buttonTokens?: Readonly<Record<NetworkId, TokenReference>> | undefined
  /** Whether amounts are covered for a person who has not chosen yet. Default false. */
  readonly hidden?: boolean | undefined
}

export type SettledOptions = {
  readonly [key in keyof BalancesOptions]-?: Exclude<BalancesOptions[key], undefined>
}

/**
 * Checks what a host gave, while it composes.
 * @throws KernelConfigError that says everything that is wrong.
 */
export function readOptions({
  currency = 'usd',
  buttonTokens = {},
  hidden = false,
}: BalancesOptions): SettledOptions {
  const problems: string[] = []
  if (!priceCurrencies.includes(currency)) {
    problems.push(
      inDevelopment
        ? `balances: the currency must be one of ${priceCurrencies.join(', ')}, but "${currency}" was given. Give one of them.`
        : `balances: currency "${currency}"`,
    )
  }
  for (const [networkId, token] of Object.entries(buttonTokens)) {
    if (parseNetworkId(networkId) === undefined) {
      problems.push(
        inDevelopment
          ? `balances: buttonTokens needs CAIP-2 network ids, but "${networkId}" was given. Write it as "eip155:1".`
          : `balances: buttonTokens["${networkId}"]`,
      )
    }
    if (!isToken(token)) {
      problems.push(
        inDevelopment
          ? `balances: the button token of "${networkId}" needs an address, a symbol and decimals from 0 to 255. Give all three.`
          : `balances: buttonTokens["${networkId}"]`,
      )
    }
  }
  if (problems.length > 0) throw new KernelConfigError(problems)
  return { currency, buttonTokens, hidden }
}

function isToken(token: TokenReference | undefined): boolean {
  if (!token) return false
  const { address, decimals, symbol } = token
  const isNamed = typeof address === 'string' && address !== '' && typeof symbol === 'string'
  return isNamed && Number.isInteger(decimals) && decimals >= 0 && decimals <= 255
}
