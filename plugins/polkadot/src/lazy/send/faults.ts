import { BaseError, type Words } from '@latchkey/kernel/plugin'
import type { PolkadotNetwork, PolkadotNetworks } from '../../networks.js'
import { nativeAmount } from '../chain/readBalance.js'

/** A decimal text, exact, without trailing zeros, with the symbol. */
export function formatAmount({ nativeCurrency }: PolkadotNetwork, value: bigint): string {
  const { decimals, symbol } = nativeCurrency
  const digits = value.toString().padStart(decimals + 1, '0')
  const point = digits.length - decimals
  const fraction = digits.slice(point).replace(/0+$/, '')
  return `${digits.slice(0, point)}${fraction ? `.${fraction}` : ''} ${symbol}`
}

/** Amounts in planck. Relay chains say where their coin is kept. */
export function insufficientFunds(
  network: PolkadotNetwork,
  networks: PolkadotNetworks,
  amounts: { readonly needed: bigint; readonly available: bigint; readonly frozen: bigint },
): BaseError {
  const { needed, available, frozen } = amounts
  const { symbol } = network.nativeCurrency
  const hub = network.assetHub && networks.get(network.assetHub)
  const hint = network.assetHub
    ? ` ${symbol} is kept on ${hub ? hub.name : 'the Asset Hub of this relay chain'}: switch to it.`
    : ''
  return new BaseError(`There is not enough ${symbol} to pay for the amount and the network fee.${hint}`, {
    code: 'INSUFFICIENT_FUNDS',
    parameters: {
      token: symbol,
      ...(hint && { hint: hintWords(symbol, hub?.name, hint.trim()) }),
    },
    metaMessages: [
      `Needed: ${needed} in the smallest unit.`,
      `Available: ${available}.`,
      ...(frozen > 0n ? [`Frozen (staked, vesting or voting): ${frozen}.`] : []),
    ],
  })
}

/** Translated in the section `errors`, as `INSUFFICIENT_FUNDS.elsewhere`; `network` is absent where the app doesn't list it. */
function hintWords(token: string, network: string | undefined, text: string): Words {
  const parameters = { token, ...(network === undefined ? {} : { network }) }
  return { section: 'errors', key: 'INSUFFICIENT_FUNDS.elsewhere', parameters, text }
}

export function depositNeeded(network: PolkadotNetwork, deposit: bigint, available: bigint): BaseError {
  return new BaseError(`Your account must keep ${formatAmount(network, deposit)} to stay open. Send less.`, {
    code: 'EXISTENTIAL_DEPOSIT_NEEDED',
    parameters: { amount: nativeAmount(network, deposit) },
    metaMessages: [`Available without it: ${available}.`],
  })
}

export function amountTooSmall(network: PolkadotNetwork, deposit: bigint): BaseError {
  return new BaseError(
    `This address must receive at least ${formatAmount(network, deposit)}, or it can’t hold anything.`,
    {
      code: 'AMOUNT_BELOW_EXISTENTIAL_DEPOSIT',
      parameters: { amount: nativeAmount(network, deposit) },
      metaMessages: [`Minimum: ${deposit} in the smallest unit.`],
    },
  )
}

export function amountInvalid(): BaseError {
  return new BaseError('Enter an amount above zero.', { code: 'AMOUNT_INVALID' })
}

export function tokenUnsupported(network: PolkadotNetwork): BaseError {
  return new BaseError(`On ${network.name} only ${network.nativeCurrency.symbol} can be sent here.`, {
    code: 'TOKEN_UNSUPPORTED',
    parameters: { network: network.name, token: network.nativeCurrency.symbol },
  })
}
